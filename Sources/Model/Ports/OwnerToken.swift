package import FoundationEssentials

/// One paired owner, as shown in the list of tokens.
package struct OwnerToken: Sendable, Equatable {
    package let id: String
    /// What the owner called the device that holds it.
    package let label: String
    package let createdAt: Date

    package init(id: String, label: String, createdAt: Date) {
        self.id = id
        self.label = label
        self.createdAt = createdAt
    }
}
