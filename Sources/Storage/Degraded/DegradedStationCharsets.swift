package import FoundationEssentials
package import Model

/// Charsets of a degraded run: they are learned again, so none is kept, and none is known.
package struct DegradedStationCharsets: StationCharsetStore {
    package init() {}

    package func learned(_ charset: String, of media: MediaRef, at date: Date) throws(StoreError) { throw .degraded }
    package func charset(of media: MediaRef) throws(StoreError) -> String? { throw .degraded }
}
