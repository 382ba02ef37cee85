internal import Model

// MARK: Next and previous station

extension PlaybackSession {
    mutating func stationsChanged(_ order: StationOrder) {
        let isFirst = self.order == nil
        guard order != self.order else { return }
        self.order = order
        guard isFirst else { return }
        // Pressed before the stations were read.
        for operation in operations where operation.awaited == .admission && operation.receipt.act.isStep {
            seek(operation.id)
        }
    }

    /// Next or Previous: a play of the neighbour, with everything that belongs to one.
    mutating func step(_ id: OperationID) {
        guard origin(before: id) != nil else {
            return answer(id, .refused(Refusal(.nothingToPlay, "Nothing was played here yet. Choose a station.")))
        }
        if order != nil { seek(id) }
    }

    private mutating func seek(_ id: OperationID) {
        guard let order, let index = operations.firstIndex(where: { $0.id == id }),
            let direction = operations[index].receipt.act.direction, let origin = origin(before: id)
        else { return }
        switch order.neighbours(of: origin, direction) {
        case .failure(let none):
            answer(id, .refused(Refusal(.nothingNext, none.reason, disallowed: disallowed)))
        case .success(let candidates):
            operations[index].candidates = candidates[...]
            admitCandidate(id)
        }
    }

    /// Asks for the next candidate; refused where the provider plays none of them.
    mutating func admitCandidate(_ id: OperationID) {
        guard let index = operations.firstIndex(where: { $0.id == id }) else { return }
        guard let media = operations[index].candidates.popFirst() else {
            let reason = "None of the other stations can be played now."
            return answer(id, .refused(Refusal(.nothingNext, reason, disallowed: disallowed)))
        }
        operations[index].receipt.media = media
        effects += [.record(operations[index].receipt), .admit(media, id)]
    }

    /// Where a step starts: at what an earlier press is about to play, so that two quick presses are two steps; else at
    /// what is played or was last.
    private func origin(before id: OperationID) -> MediaRef? {
        let sequence = operations.first { $0.id == id }?.sequence ?? .max
        let earlier = operations.last { earlier in
            earlier.sequence < sequence && earlier.sequence > lastTaken && earlier.awaited == .admission
                && earlier.receipt.media.map(isKnown) == true
        }
        return earlier?.receipt.media ?? (pending ?? intent)?.media
    }

    private func isKnown(_ media: MediaRef) -> Bool {
        guard case .failure(.isInNoList)? = order?.neighbours(of: media, .next) else { return order != nil }
        return false
    }

    /// Looks whether Next and Previous would be refused now. Asked after every input, so it works only where something
    /// changed.
    mutating func keepSteps() {
        let media = (pending ?? intent)?.media
        guard media != stepsFrom || order != stepsIn else { return }
        stepsFrom = media
        stepsIn = order
        guard let media else { return whyNoStep = Self.nothingPlayed }
        whyNoStep =
            if case .failure(let none)? = order?.neighbours(of: media, .next) { none.reason } else { nil }
    }

    static let nothingPlayed = "Nothing was played here yet."
}

extension PlayerAct {
    /// Next and Previous.
    var isStep: Bool { direction != nil }

    fileprivate var direction: StationOrder.Direction? {
        switch self {
        case .next: .next
        case .previous: .previous
        case .play, .pause, .resume, .stop, .volume, .mute, .transfer: nil
        }
    }
}
