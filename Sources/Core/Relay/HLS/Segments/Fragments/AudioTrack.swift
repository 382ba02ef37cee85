/// The audio track of a movie box, and what its fragments leave unsaid.
struct AudioTrack: Sendable, Equatable {
    /// Of a sample, where its run and its fragment say nothing of their own.
    struct Defaults: Sendable, Equatable {
        /// 1 is the first.
        var description = 1
        var duration: UInt32 = 0
        var size: UInt32 = 0
    }

    let id: UInt32
    /// Units of time per second, above zero.
    let timescale: UInt32
    /// By sample description, from 1 on; one that cannot be read keeps its reason.
    private let codings: [Result<SampleCoding, SegmentFault>]
    let defaults: Defaults

    private static let descriptionLimit = 16

    /// The first audio track that can be read in `movie`, the payload of a `moov` box; throws the reason of the first
    /// that cannot where there is none.
    static func first(in movie: Range<Int>, of bytes: [UInt8]) throws(SegmentFault) -> AudioTrack {
        var fault: SegmentFault?
        for box in Boxes(bytes, in: movie) where box.type == "trak" {
            guard let track = AudioTrack(box.payload, in: movie, of: bytes) else { continue }
            switch track.codings.first {
            case .success?: return track
            case .failure(let reason)?: fault = fault ?? reason
            case nil: fault = fault ?? .malformed
            }
        }
        throw fault ?? .noAudio
    }

    /// How the samples of a description are coded.
    func coding(_ description: Int) throws(SegmentFault) -> SampleCoding {
        guard codings.indices.contains(description - 1) else { throw .malformed }
        return try codings[description - 1].get()
    }

    /// - Returns: nil where the track is no audio.
    private init?(_ track: Range<Int>, in movie: Range<Int>, of bytes: [UInt8]) {
        guard let media = Boxes(bytes, in: track).payload(of: "mdia") else { return nil }
        guard let handler = Boxes(bytes, in: media).payload(of: "hdlr"),
            bytes[handler].dropFirst(8).prefix(4).elementsEqual("soun".utf8),
            let id = Self.number(in: track, of: bytes, box: "tkhd", wide: 16, narrow: 8),
            let timescale = Self.number(in: media, of: bytes, box: "mdhd", wide: 16, narrow: 8), timescale > 0
        else { return nil }
        self.id = id
        self.timescale = timescale
        self.codings = Self.codings(in: media, of: bytes)
        self.defaults = Self.defaults(of: id, in: movie, of: bytes)
    }

    /// The number behind the two dates of a header box, which are longer in its version 1.
    private static func number(
        in part: Range<Int>,
        of bytes: [UInt8],
        box: BoxType,
        wide: Int,
        narrow: Int
    ) -> UInt32? {
        guard let payload = Boxes(bytes, in: part).payload(of: box) else { return nil }
        var reader = ByteReader(bytes, payload)
        guard let version = reader.byte(), reader.skip(3 + (version == 1 ? wide : narrow)) else { return nil }
        return reader.uint32()
    }

    private static func codings(in media: Range<Int>, of bytes: [UInt8]) -> [Result<SampleCoding, SegmentFault>] {
        guard let table = Boxes.payload("minf", "stbl", "stsd", in: media, of: bytes) else { return [] }
        let entries = ByteReader(bytes, (table.lowerBound + min(8, table.count))..<table.upperBound).rest
        return Boxes(bytes, in: entries).prefix(descriptionLimit).map { entry in
            do throws(SegmentFault) {
                return .success(try SampleCoding(entry, of: bytes))
            } catch {
                return .failure(error)
            }
        }
    }

    private static func defaults(of id: UInt32, in movie: Range<Int>, of bytes: [UInt8]) -> Defaults {
        var defaults = Defaults()
        guard let extends = Boxes(bytes, in: movie).payload(of: "mvex") else { return defaults }
        for box in Boxes(bytes, in: extends) where box.type == "trex" {
            var reader = ByteReader(bytes, box.payload)
            guard reader.skip(4), reader.uint32() == id else { continue }
            guard let description = reader.uint32(), let duration = reader.uint32(), let size = reader.uint32() else {
                continue
            }
            defaults = Defaults(description: Int(description), duration: duration, size: size)
        }
        return defaults
    }
}
