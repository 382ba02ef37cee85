package import Model

/// Receipts of a degraded run, the newest thousand: every command is answered truthfully, and no history is promised.
package actor MemoryReceipts: ReceiptStore {
    private var receipts: [OperationID: Receipt] = [:]
    /// Oldest first.
    private var order: [OperationID] = []

    package init() {}

    package func save(_ receipt: Receipt) {
        if receipts.updateValue(receipt, forKey: receipt.id) == nil { order.append(receipt.id) }
        if order.count > SQLiteReceipts.limit { receipts[order.removeFirst()] = nil }
    }

    package func receipt(_ id: OperationID) -> Receipt? { receipts[id] }

    package func receipts(limit: Int) -> [Receipt] {
        order.suffix(max(0, limit)).reversed().compactMap { receipts[$0] }
    }
}
