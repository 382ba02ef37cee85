internal import FoundationEssentials
package import Model

extension JSONWriter {
    /// A station with what may be shown of it: streams by scheme and host, never by path.
    package mutating func station(_ station: Station) {
        object { json in
            json.member("id", station.id.description)
            json.member("media", MediaRef.station(station.id.description).description)
            json.member("name", station.name)
            json.member("country", station.country)
            json.member("city", station.city)
            json.member("languages", texts: station.languages)
            json.member("tags", texts: station.tags)
            json.member("homepage", station.homepage)
            json.member("state", station.state.word)
            json.member("successor", station.successor?.description)
            json.member("trust", station.trust.rawValue)
            json.member("streams", array: station.streams) { json, stream in
                json.object { json in
                    json.member("origin", stream.address.description)
                    json.member("codec", stream.codec)
                    json.member("bitrateKbps", stream.bitrateKbps)
                    json.member("kind", stream.kind.rawValue)
                    json.member("grade", stream.grade.rawValue)
                    json.member("checked", stream.checked)
                }
            }
        }
    }

    /// Where a stream has moved: scheme, host and port, which may be shown.
    package mutating func move(_ kept: KeptMove) {
        object { json in
            json.member("stream", kept.move.index + 1)
            json.member("from", kept.move.from)
            json.member("to", kept.move.to)
            json.member("firstSeenAt", kept.firstSeen.formatted(.iso8601))
            json.member("count", kept.count)
        }
    }
}
