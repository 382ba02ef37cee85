import Model
import Testing

@testable import Core

/// Playlists as texts, for the tests of this folder.
enum PlaylistTexts {
    static let base = "https://cdn.example/live/radio.m3u8?session=1"

    /// A live window of equal segments, `prefix` and number making up their names.
    static func window(
        _ numbers: Range<Int>,
        target: Int = 6,
        duration: String = "6.0",
        prefix: String = "seg",
        suffix: String = "",
        end: Bool = false
    ) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:\(target)\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n"
        for number in numbers { text += "#EXTINF:\(duration),\n\(prefix)\(number).ts\(suffix)\n" }
        return end ? text + "#EXT-X-ENDLIST\n" : text
    }

    static func address(_ text: String = base) throws -> StreamAddress { try #require(StreamAddress(text)) }

    static func media(_ text: String, from base: String = base) throws -> MediaPlaylist {
        guard case .media(let playlist) = try HLSPlaylist(Array(text.utf8), from: try address(base)) else {
            throw NotThat()
        }
        return playlist
    }

    static func master(_ text: String, from base: String = base) throws -> MasterPlaylist {
        guard case .master(let playlist) = try HLSPlaylist(Array(text.utf8), from: try address(base)) else {
            throw NotThat()
        }
        return playlist
    }

    struct NotThat: Error {}
}

extension MediaPlaylist {
    var addresses: [String] { segments.map(\.address.requestAddress) }
}
