package import Model

/// Presets in memory; refuses or holds writes where a test says so.
package actor MemoryPresets: PresetStore {
    /// As the last acknowledged write left it.
    package private(set) var kept: [Preset]
    /// How many writes were acknowledged.
    package private(set) var writes = 0
    private var problem: StoreError?
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    package init(_ presets: [Preset] = []) { self.kept = presets }

    /// From now on every call throws this; nil ends it.
    package func fail(with problem: StoreError?) { self.problem = problem }

    /// From now on a write waits for ``release()``.
    package func hold() { isHeld = true }

    package func release() {
        isHeld = false
        for continuation in held { continuation.resume() }
        held = []
    }

    /// Returns once a write waits.
    package func arrival() async {
        guard held.isEmpty else { return }
        await withCheckedContinuation { arrivals.append($0) }
    }

    package func save(_ presets: [Preset]) async throws(StoreError) {
        if isHeld {
            await withCheckedContinuation { continuation in
                held.append(continuation)
                for arrival in arrivals { arrival.resume() }
                arrivals = []
            }
        }
        if let problem { throw problem }
        kept = presets
        writes += 1
    }

    package func presets() async throws(StoreError) -> [Preset] {
        if let problem { throw problem }
        return kept
    }
}
