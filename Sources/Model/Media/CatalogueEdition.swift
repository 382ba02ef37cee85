/// Which catalogue is in use: the one that came with the host, or a newer one that was put in its place.
package struct CatalogueEdition: Sendable, Equatable {
    package enum Source: String, Sendable, CaseIterable {
        case shipped
        /// A folder that replaces the shipped one.
        case update
    }

    package enum Signature: String, Sendable, CaseIterable {
        /// There is none, and none is asked for.
        case absent
        /// There is one, and no key to check it with.
        case unchecked
        /// One of the configured keys made it.
        case verified
    }

    /// A date as a number, such as 20261130; 0 where the catalogue does not say.
    package let version: Int
    package let source: Source
    package let signature: Signature

    package init(version: Int, source: Source, signature: Signature) {
        self.version = version
        self.source = source
        self.signature = signature
    }
}
