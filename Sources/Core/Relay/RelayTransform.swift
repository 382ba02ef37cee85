/// What becomes of a stream's bytes on their way to a renderer: metadata is taken out, its titles are turned into
/// UTF-8, and put in again where the renderer wants them.
struct RelayTransform: Sendable {
    struct Output: Sendable, Equatable {
        var bytes: [UInt8] = []
        /// Of upstream's audio, without metadata.
        var audioCount = 0
    }

    private var deinterleaver: ICYDeinterleaver?
    private var titles: TitleReader
    private var interleaver: ICYInterleaver?

    /// `deinterleaver` is nil where the body is plain audio. A renderer that wants titles gets them only where the
    /// stream sends them.
    init(deinterleaver: ICYDeinterleaver?, titles: TitleReader, wantsTitles: Bool) {
        self.deinterleaver = deinterleaver
        self.titles = titles
        self.interleaver = wantsTitles && deinterleaver != nil ? ICYInterleaver() : nil
        // libmpv never shows the first title of a stream that began without any: an empty one goes ahead.
        interleaver?.set(title: "")
    }

    /// The value of `icy-metaint` for the renderer; nil where it gets plain audio.
    var interval: Int? { interleaver == nil ? nil : ICYInterleaver.interval }

    mutating func pass(_ chunk: [UInt8]) -> Output {
        guard let pieces = deinterleaver?.feed(chunk) else {
            return Output(bytes: chunk, audioCount: chunk.count)
        }
        return pass(pieces)
    }

    mutating func pass(_ pieces: [ICYDeinterleaver.Piece]) -> Output {
        var output = Output()
        for piece in pieces {
            switch piece {
            case .audio(let audio):
                output.audioCount += audio.count
                output.bytes += interleaver?.interleave(audio) ?? audio
            case .metadata(let block):
                if let title = titles.read(block) { interleaver?.set(title: title) }
            }
        }
        return output
    }
}
