/// By when something must have come from each connection, by descriptor.
///
/// Set and taken away with every request; the system gives descriptors as small numbers and uses them again, so that a
/// list holds them and nothing is hashed.
struct Deadlines {
    private var deadlines: [Duration?] = []
    /// How many are set.
    private(set) var count = 0

    subscript(_ descriptor: Int32) -> Duration? {
        get {
            let index = Int(descriptor)
            return deadlines.indices.contains(index) ? deadlines[index] : nil
        }
        set {
            let index = Int(descriptor)
            guard index >= 0, newValue != nil || index < deadlines.count else { return }
            if index >= deadlines.count { deadlines += Array(repeating: nil, count: index + 1 - deadlines.count) }
            count += (newValue == nil ? 0 : 1) - (deadlines[index] == nil ? 0 : 1)
            deadlines[index] = newValue
        }
    }

    mutating func removeAll() { self = Deadlines() }

    /// Takes away those that have come, in order of descriptor.
    mutating func takeDue(at now: Duration) -> [Int32] {
        let due = deadlines.indices.filter { deadlines[$0].map { $0 <= now } ?? false }.map { Int32($0) }
        for descriptor in due { self[descriptor] = nil }
        return due
    }
}
