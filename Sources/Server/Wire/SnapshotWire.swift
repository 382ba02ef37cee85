package import Model

extension JSONWriter {
    /// The snapshot as every surface reads it.
    package mutating func snapshot(_ snapshot: PlayerSnapshot) {
        object { json in
            json.member("player", snapshot.player.description)
            json.member("epoch", snapshot.epoch)
            json.member("rev", snapshot.rev)
            json.member("generation", snapshot.generation.number)
            json.member("phase", snapshot.phase.rawValue)
            json.member("waitingFor", snapshot.waitingFor?.rawValue)
            json.member("item", optional: snapshot.item) { $0.item($1) }
            json.member("onAir", optional: snapshot.onAir) { json, onAir in
                json.object { json in
                    json.member("text", onAir.text)
                    json.member("artist", onAir.artist)
                    json.member("title", onAir.title)
                    json.member("raw", onAir.raw)
                    json.member("advertisement", onAir.isAdvertisement)
                }
            }
            json.member("position", optional: snapshot.position) { json, anchor in
                json.object { json in
                    json.member("positionMs", anchor.position.milliseconds)
                    json.member("atMs", anchor.at.milliseconds)
                    json.member("rate", anchor.rate)
                }
            }
            json.member("output") { json in
                json.member("name", snapshot.output.name.description)
                json.member("driver", snapshot.output.driver)
                json.member("sink", snapshot.output.sink)
            }
            json.member("volume", snapshot.volume.percent)
            json.member("muted", snapshot.isMuted)
            json.member("evidence") { $0.evidence(snapshot.evidence) }
            json.member("disallowed", array: snapshot.disallowed) { $0.disallowed($1) }
            json.member("notice", optional: snapshot.notice) { $0.notice($1) }
        }
    }

    package mutating func disallowed(_ disallowed: Disallowed) {
        object { json in
            json.member("act", disallowed.act.rawValue)
            json.member("reason", disallowed.reason)
        }
    }

    private mutating func item(_ item: SnapshotItem) {
        object { json in
            json.member("id", item.id.description)
            json.member("media", item.media.description)
            json.member("title", item.title)
            json.member("subtitle", item.subtitle)
            json.member("live", item.isLive)
            json.member("trust", item.trust?.rawValue)
            json.member("stream", optional: item.stream) { json, stream in
                json.object { json in
                    json.member("origin", stream.origin)
                    json.member("codec", stream.codec)
                    json.member("bitrateKbps", stream.bitrateKbps)
                }
            }
        }
    }

    private mutating func evidence(_ evidence: Evidence) {
        member("level", evidence.level.word)
        member("required", evidence.required.word)
        member("signal", evidence.signal.word)
        if case .silent(let since) = evidence.signal {
            member("silentSinceMs", since.milliseconds)
        } else {
            member("silentSinceMs", nil as Int?)
        }
    }

    private mutating func notice(_ notice: Notice) {
        object { json in
            json.member("code", notice.code)
            json.member("severity", notice.severity.rawValue)
            json.member("text", notice.text)
            json.member("action", optional: notice.action) { json, action in
                json.object { json in
                    json.member("text", action.text)
                    json.member("act", action.act.rawValue)
                }
            }
        }
    }
}

/// Snapshots as bytes, each encoded once however many ask.
final class SnapshotBytes: Sendable {
    private struct Entry {
        let player: PlayerID
        let epoch: String
        let rev: Int
        let bytes: [UInt8]
    }

    /// One for each player, and those are few.
    private let entries = Lock<[Entry]>([])

    func bytes(of snapshot: PlayerSnapshot) -> [UInt8] {
        let known = entries.withLock { entries in
            entries.first { $0.player == snapshot.player && $0.rev == snapshot.rev && $0.epoch == snapshot.epoch }?
                .bytes
        }
        if let known { return known }
        var writer = JSONWriter()
        writer.snapshot(snapshot)
        let entry = Entry(
            player: snapshot.player,
            epoch: snapshot.epoch,
            rev: snapshot.rev,
            bytes: writer.bytes
        )
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.player == entry.player }) else {
                return entries.append(entry)
            }
            // A slower thread must not put an older snapshot back.
            if entries[index].epoch == entry.epoch, entries[index].rev > entry.rev { return }
            entries[index] = entry
        }
        return entry.bytes
    }
}
