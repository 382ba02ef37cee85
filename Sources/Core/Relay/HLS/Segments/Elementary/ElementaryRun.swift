extension ElementaryReader {
    /// One walk through elementary audio: where it stands, and what it knows about the frame there.
    struct Run {
        let bytes: [UInt8]
        private(set) var offset = 0
        /// The head at ``offset`` was the one that the frame before it promised.
        private var isLocked = false
        /// Likewise of the head behind the frame that was accepted.
        private var isNextLocked = false
        /// The frame at ``offset`` reaches behind the end, and nothing speaks against it.
        private(set) var isOpenAtEnd = false
        private var marks: ArraySlice<PresentationMark>
        private var seams: ArraySlice<Int>
        /// The first head since the last frame whose frame reaches behind the end.
        private var candidate: Int?

        init(_ audio: ElementaryAudio, after rest: [UInt8]) {
            bytes = rest + audio.bytes
            marks = audio.marks.map { PresentationMark(offset: $0.offset + rest.count, time: $0.time) }[...]
            seams = audio.seams.map { $0 + rest.count }[...]
        }

        /// The start of a frame that the next segment may end.
        var openFrame: [UInt8] { candidate.map { Array(bytes[$0...]) } ?? [] }

        /// The newest time stamp that belongs to the frame at ``offset``; nil where none came since the last call.
        mutating func mark() -> PresentationTime? {
            var time: PresentationTime?
            while let mark = marks.first, mark.offset <= offset {
                time = mark.time
                marks.removeFirst()
            }
            return time
        }

        /// The frame or tag before `end` was taken; the next may begin there.
        mutating func pass(to end: Int) {
            offset = end
            isLocked = isNextLocked
            isNextLocked = false
            candidate = nil
        }

        /// Goes on by one byte at least, to the next that can begin a frame or a tag.
        mutating func search() {
            isLocked = false
            offset = bytes[(offset + 1)...].firstIndex { $0 == 0xff || $0 == UInt8(ascii: "I") } ?? bytes.count
        }

        /// Whether the frame of `head`, at ``offset``, is one.
        mutating func accepts(_ head: FrameHeader) -> Bool {
            let end = offset + head.length
            guard end <= bytes.count else {
                candidate = candidate ?? offset
                isOpenAtEnd = isLocked
                return false
            }
            isNextLocked = isContinued(head, at: end)
            if isNextLocked { return true }
            // Frames before and behind a gap can both be whole; the one that it tore is not.
            guard isLocked, !holdsSeam(before: end) else { return false }
            return !holdsFrame(like: head, before: end)
        }

        /// Whether nothing but the start of the next head is left.
        mutating func endsInHead() -> Bool {
            guard isLocked, offset > bytes.count - 6, bytes[offset] == 0xff else { return false }
            candidate = offset
            return true
        }

        /// Whether what stands at `end` may follow the frame of `head`: its successor, a tag, or the end.
        private func isContinued(_ head: FrameHeader, at end: Int) -> Bool {
            guard end < bytes.count else { return true }
            guard end <= bytes.count - 6 else { return bytes[end] == 0xff }
            if let next = FrameHeader(bytes, at: end) { return head.isFollowed(by: next) }
            return ID3Tag.length(in: bytes, at: end) != nil
        }

        private mutating func holdsSeam(before end: Int) -> Bool {
            while let seam = seams.first, seam <= offset { seams.removeFirst() }
            return seams.first.map { $0 < end } ?? false
        }

        /// Whether the frame was cut short: the next begins before its end.
        private func holdsFrame(like head: FrameHeader, before end: Int) -> Bool {
            for start in (offset + 1)..<end where bytes[start] == 0xff {
                guard let inner = FrameHeader(bytes, at: start), head.isFollowed(by: inner) else { continue }
                let next = FrameHeader(bytes, at: start + inner.length)
                if next.map(inner.isFollowed) ?? false { return true }
            }
            return false
        }
    }
}
