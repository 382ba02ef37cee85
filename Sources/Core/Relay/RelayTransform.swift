internal import Model

/// What becomes of a stream's bytes on their way to a renderer: its titles are turned into UTF-8 and put in again
/// where the renderer wants them.
struct RelayTransform: Sendable {
    struct Output: Sendable, Equatable {
        var bytes: [UInt8] = []
        /// Of upstream's audio, without metadata.
        var audioCount = 0
        /// What is on from here, in order; told before the renderer gets the bytes.
        var titles: [StreamTitle] = []
        var learned: Charset?
    }

    private var titles: TitleReader
    private var interleaver: ICYInterleaver?

    /// A renderer that wants titles gets them only where the stream sends them.
    init(sendsTitles: Bool, titles: TitleReader, wantsTitles: Bool) {
        self.titles = titles
        self.interleaver = wantsTitles && sendsTitles ? ICYInterleaver() : nil
        // libmpv never shows the first title of a stream that began without any: an empty one goes ahead.
        interleaver?.set(title: "")
    }

    /// The value of `icy-metaint` for the renderer; nil where it gets plain audio.
    var interval: Int? { interleaver == nil ? nil : ICYInterleaver.interval }

    mutating func pass(_ pieces: [StreamPiece]) -> Output {
        var output = Output()
        for piece in pieces {
            switch piece {
            case .audio(let audio):
                output.audioCount += audio.count
                output.bytes += interleaver?.interleave(audio) ?? audio
            case .metadata(let block):
                note(titles.read(block), &output)
            case .title(let title):
                note(titles.read(title), &output)
            }
        }
        output.learned = titles.takeLearnedCharset()
        return output
    }

    private mutating func note(_ title: StreamTitle?, _ output: inout Output) {
        guard let title else { return }
        interleaver?.set(title: title.line)
        output.titles.append(title)
    }
}
