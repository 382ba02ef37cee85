package import Core
package import Model

extension JSONWriter {
    /// A check of `station`, with what differs from the catalogue as it is now. Of addresses scheme and host, no more.
    package mutating func stationCheck(_ check: StationCheck, of station: Station) {
        let differences = check.differences(from: station)
        object { json in
            json.member("station", check.station)
            json.member("at", check.at)
            json.member("by", check.by)
            json.member("condition", check.condition(of: station).rawValue)
            json.member("streams", array: check.streams.enumerated()) { json, entry in
                let known = differences.indices.contains(entry.offset) ? differences[entry.offset] : nil
                json.streamCheck(entry.element, differences: known)
            }
        }
    }

    private mutating func streamCheck(_ check: StreamCheck, differences: [StreamDifference]?) {
        object { json in
            json.member("origin", check.origin)
            json.member("heard", optional: check.heard) { json, heard in
                json.object { json in
                    json.member("codec", heard.codec)
                    json.member("sampleRate", heard.sampleRate)
                    json.member("bitrateKbps", heard.bitrateKbps)
                    json.member("sendsTitles", heard.sendsTitles)
                    json.member("title", heard.title)
                }
            }
            json.member("fault", check.fault)
            json.member("movedTo", check.movedTo)
            json.member("tookMs", check.tookMs)
            json.member("differences", optional: differences) { json, differences in
                json.array(differences) { json, difference in
                    json.object { json in
                        json.member("what", difference.word)
                        json.member("text", difference.sentence)
                    }
                }
            }
        }
    }
}

extension StreamDifference {
    /// One word for programs.
    package var word: String {
        switch self {
        case .dead: "dead"
        case .unread: "unread"
        case .codec: "codec"
        case .bitrate: "bitrate"
        case .moved: "moved"
        }
    }

    /// The same for people, without its full stop.
    package var sentence: String {
        switch self {
        case .dead(let code): "no sound: \(code.rawValue)"
        case .unread: "this build cannot read it"
        case .codec(let listed, let heard): "\(heard), listed as \(listed)"
        case .bitrate(let listed, let heard): "\(heard) kbit/s, listed as \(listed)"
        case .moved(let origin): "moved for good to \(origin)"
        }
    }
}
