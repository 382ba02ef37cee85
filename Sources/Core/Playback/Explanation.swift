/// The chain from the provider to the device, hop by hop, and one sentence that says which hop is dead.
package struct Explanation: Sendable, Equatable {
    package let sentence: String
    package let hops: [Hop]

    package init(sentence: String, hops: [Hop]) {
        self.sentence = sentence
        self.hops = hops
    }

    package struct Hop: Sendable, Equatable {
        package enum Name: String, Sendable, CaseIterable { case provider, relay, decode, output, device }
        package enum State: String, Sendable, CaseIterable { case alive, dead, waiting, unknown }

        package let name: Name
        package let state: State
        /// What was seen there, as a phrase.
        package let seen: String

        package init(_ name: Name, _ state: State, _ seen: String) {
            self.name = name
            self.state = state
            self.seen = seen
        }
    }
}
