/// A time stamp inside elementary audio: that of the first frame that begins at `offset` or behind it.
struct PresentationMark: Sendable, Equatable {
    let offset: Int
    let time: PresentationTime
}

/// Elementary audio as it comes out of one segment.
struct ElementaryAudio: Sendable, Equatable {
    var bytes: [UInt8] = []
    /// In the order of their offsets.
    var marks: [PresentationMark] = []
    /// Offsets in rising order before which bytes were lost.
    var seams: [Int] = []
}

/// Cuts ADTS or MPEG audio into frames: whatever stands between them is dropped, tags among them give titles. A frame
/// counts only where the one behind it agrees, so that the middle of a frame is never taken for one.
///
/// A frame whose end has not come is kept for the next call. Every byte is looked at a bounded number of times.
struct ElementaryReader: Sendable {
    enum Family: Sendable, Equatable { case aac, mpeg }

    /// What the container promises; nil takes what comes first.
    private let family: Family?
    /// Of the frames of the last call; all others among them were dropped. nil where there were none.
    private(set) var codec: FrameHeader.Codec?
    /// A tag of the last call announced packed audio under SAMPLE-AES.
    private(set) var isEncrypted = false
    /// The start of a frame, shorter than one.
    private var rest: [UInt8] = []
    /// Of the next frame.
    private var time: PresentationTime?

    init(family: Family?) { self.family = family }

    /// Puts the frames of `audio`, which continues that of the call before, into `pieces`.
    mutating func read(_ audio: ElementaryAudio, into pieces: inout PieceBuilder) {
        var run = Run(audio, after: rest)
        rest = []
        codec = nil
        isEncrypted = false
        while let head = nextFrame(in: &run, into: &pieces) {
            let end = run.offset + head.length
            if let timing = FrameTiming(run.bytes, at: run.offset, codec: head.codec) {
                time = run.mark() ?? time
                if head.codec != .mp3 || !Self.isIndex(run.bytes, at: run.offset) {
                    pieces.append(run.bytes[run.offset..<end], at: time, lasting: timing.duration)
                }
                time = time?.advanced(bySamples: timing.samples, rate: timing.sampleRate)
            }
            codec = head.codec
            run.pass(to: end)
        }
        rest = run.openFrame
    }

    /// Goes to the next whole frame and leaves the offset at its start.
    private mutating func nextFrame(in run: inout Run, into pieces: inout PieceBuilder) -> FrameHeader? {
        while run.offset < run.bytes.count {
            if let tag = ID3Tag(run.bytes, at: run.offset) {
                if let title = tag.streamTitle { pieces.append(title) }
                if tag.announcesEncryption { isEncrypted = true }
                run.pass(to: run.offset + tag.length)
            } else if let head = FrameHeader(run.bytes, at: run.offset), isExpected(head), run.accepts(head) {
                return head
            } else if run.isOpenAtEnd || run.endsInHead() {
                return nil
            } else {
                run.search()
            }
        }
        return nil
    }

    private func isExpected(_ head: FrameHeader) -> Bool {
        if let codec { return head.codec == codec }
        return family.map { ($0 == .aac) == (head.codec == .aac) } ?? true
    }

    /// The frame in which encoders of files keep their table of contents; it holds no sound.
    private static func isIndex(_ bytes: [UInt8], at offset: Int) -> Bool {
        let isFirstVersion = bytes[offset + 1] >> 3 & 3 == 3
        let isMono = bytes[offset + 3] >> 6 == 3
        let side = isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        let word = bytes.dropFirst(offset + 4 + side).prefix(4)
        return word.elementsEqual("Xing".utf8) || word.elementsEqual("Info".utf8)
            || bytes.dropFirst(offset + 36).prefix(4).elementsEqual("VBRI".utf8)
    }
}
