package import FoundationEssentials
package import Model

/// Moves of a degraded run: they are seen again, so none is kept, and none is known.
package struct DegradedStreamMoves: StreamMoveStore {
    package init() {}

    package func saw(_ move: StreamMove, at date: Date) throws(StoreError) { throw .degraded }
    package func moves(of media: MediaRef) throws(StoreError) -> [KeptMove] { throw .degraded }
}
