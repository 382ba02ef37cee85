import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Core

/// A world around one session in which everything comes late, twice, never or wrongly, and in which it is known at every
/// moment what really sounds.
private struct World {
    var run = SessionRun(output: .device("alsa/card"))
    var random: SeededGenerator
    /// What will happen, by time.
    var coming: [(at: Duration, order: Int, input: SessionInput)] = []
    var order = 0
    var steps = 0
    /// The load that really sounds, and since when.
    var sounding: (id: PlayID, since: Duration)?
    var loads: [PlayID] = []
    var unloaded: Set<PlayID> = []
    var issued: [(id: OperationID, command: PlayerCommand)] = []
    var volume = Volume.safe

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func later(_ input: SessionInput, within milliseconds: Int = 400) {
        order += 1
        coming.append((run.now + .milliseconds(Int.random(in: 0...milliseconds, using: &random)), order, input))
        // Twice.
        if chance(5) { later(input, within: 3000) }
    }

    mutating func command() {
        let command: PlayerCommand =
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: .play(.station("us.a"))
            case 4: .play(.station("us.b"))
            case 5: .play(nil)
            case 6: .pause
            case 7: .resume
            case 8: .stop
            default: .volume(Volume(percent: Int.random(in: 0...100, using: &random)) ?? .safe)
            }
        let id = run.command(command, deadline: .milliseconds(Int.random(in: 100...4000, using: &random)))
        issued.append((id, command))
        react()
    }

    /// Does what the session asked for, badly.
    mutating func react() {
        let effects = run.undone
        run.undone = []
        for effect in effects {
            switch effect {
            case .admit(let media, let id): later(.admitted(id, .success(media)), within: 50)
            case .save(let intent):
                let result: Result<Void, StoreError> = chance(3) ? .failure(.failed("disk full")) : .success(())
                order += 1
                coming.append((run.now + .milliseconds(5), order, .intentSaved(intent.generation, result)))
            case .saveSettings(let settings): later(.settingsSaved(settings, .success(())), within: 20)
            case .resolve(let media, let generation):
                if chance(95) { later(.resolved(generation, .success(.fixture(media)))) }
            case .load(_, let id, _): load(id)
            case .unload(let id):
                unloaded.insert(id)
                if sounding?.id == id { sounding = nil }
                if chance(90) { later(.renderer(.ended(id, .replaced)), within: 100) }
            case .setVolume(let wanted): if chance(90) { later(.renderer(.volume(wanted, isMuted: false)), within: 50) }
            case .awaitOutput, .watch, .setMuted, .replaceRenderer, .recordMove, .recordCharset, .record, .publish:
                break
            }
        }
    }

    private mutating func load(_ id: PlayID) {
        #expect(loads.last.map { $0 < id } ?? true, "a load reuses an older id")
        loads.append(id)
        sounding = nil
        guard run.session.isCurrent(id) else { return }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: later(.relay(id, .failed(.upstreamNotFound)), within: 2000)
        case 1: later(.renderer(.ended(id, .endOfData)), within: 2000)
        case 2: break
        // The relay's own pass, and its three ends.
        case 4:
            sounding = (id, run.now + .milliseconds(100))
            later(.relay(id, .reconnecting(.streamDropped)), within: 1000)
            let back = SnapshotStream(origin: "https://b", codec: "mp3", bitrateKbps: nil)
            later(
                .relay(
                    id,
                    [.fetching(back, index: 0), .formatChanged, .failed(.upstreamGone)].randomElement(using: &random)
                        ?? .formatChanged
                ),
                within: 2000
            )
        // An end of another load: must not touch this one.
        case 3: later(.renderer(.ended(PlayID(id.number - 1), .failed(.undecodable))))
        default: sounding = (id, run.now + .milliseconds(Int.random(in: 0...2000, using: &random)))
        }
    }

    /// Lets 20 ms pass: what is due comes, and the renderer is looked at, truthfully or with a stale identity.
    mutating func step() async {
        // Other tests share these threads, and some of them watch the clock.
        steps += 1
        if steps.isMultiple(of: 50) { await Task.yield() }
        run.wait(.milliseconds(20))
        react()
        let due = coming.filter { $0.at <= run.now }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
        coming.removeAll { $0.at <= run.now }
        for event in due {
            if case .renderer(.ended(let id, _)) = event.input, sounding?.id == id { sounding = nil }
            if case .relay(let id, .failed) = event.input, sounding?.id == id { sounding = nil }
            if case .relay(let id, .formatChanged) = event.input, sounding?.id == id { sounding = nil }
            run.put(event.input)
            react()
        }
        guard let sounding, sounding.since <= run.now, !unloaded.contains(sounding.id) else { return }
        let id = chance(5) ? PlayID(sounding.id.number - 1) : sounding.id
        run.put(
            .renderer(.observed(.sounding(id, at: run.now, position: run.now - sounding.since)))
        )
        react()
    }
}

struct InterleavingTests {
    @Test(arguments: 0..<1000)
    func whateverComesLateTwiceNeverOrWronglyTheTruthIsTold(_ seed: Int) async {
        var world = World(seed: UInt64(seed))
        for _ in 0..<400 {
            if world.chance(4) { world.command() }
            await world.step()
            if world.run.phase == .playing {
                // It may be told at most a window late that sound ended, never that it began before it did.
                #expect(world.loads.contains(world.run.session.playID))
                #expect(!world.unloaded.contains(world.run.session.playID))
            }
        }
        let last = world.command(playing: "us.b")
        for _ in 0..<800 { await world.step() }

        for (id, command) in world.issued {
            #expect(world.run.verdicts[id]?.count == 1, "\(command) had \(world.run.verdicts[id] ?? []) verdicts")
            let receipt = world.run.receipts[id]
            #expect(receipt?.verdict != nil)
            if let ended = receipt?.steps.last(where: { $0.name != .heardLater }) {
                #expect(ended.after <= (receipt?.deadline ?? .zero) + .milliseconds(20), "told after its deadline")
            }
        }
        #expect(world.run.snapshots.map(\.rev) == Array(1...world.run.snapshots.count))
        for (older, newer) in zip(world.run.snapshots, world.run.snapshots.dropFirst()) {
            var same = older
            same.rev = newer.rev
            #expect(same != newer, "an equal snapshot was published")
        }
        if world.run.verdicts[last] != [.failed(.storageFailed)] {
            #expect(world.run.snapshot.item?.media == .station("us.b"))
        }
        #expect(world.run.verdicts[last] != [.superseded])
    }

    @Test(arguments: 0..<200)
    func confirmedIsNeverSaidWithoutSound(_ seed: Int) async {
        var world = World(seed: UInt64(seed + 5000))
        var heard: Set<PlayID> = []
        for _ in 0..<600 {
            if world.chance(4) { world.command() }
            let before = world.run.verdicts
            await world.step()
            if let sounding = world.sounding, sounding.since <= world.run.now { heard.insert(sounding.id) }
            for (id, command) in world.issued where before[id] == nil {
                guard world.run.verdicts[id] == [.confirmed] else { continue }
                switch command {
                case .play, .resume:
                    #expect(heard.contains(world.run.session.playID), "confirmed without sound")
                    guard case .play(let media?) = command else { break }
                    #expect(world.run.snapshot.item?.media == media, "of another station")
                case .pause, .stop: #expect(world.run.phase != .playing || world.run.session.pending == nil)
                case .volume, .mute, .transfer: break
                }
            }
        }
    }
}

extension World {
    fileprivate mutating func command(playing station: String) -> OperationID {
        let id = run.command(.play(.station(station)), deadline: .seconds(8))
        issued.append((id, .play(.station(station))))
        react()
        return id
    }
}
