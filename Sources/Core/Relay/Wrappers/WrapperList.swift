internal import Model

/// What stands in front of a stream: a playlist of whatever kind, as the addresses to try in their order.
struct WrapperList: Sendable, Equatable {
    /// Longest list that is read, in bytes.
    static let longest = XMLLimits.bytes
    /// Entries that are looked at; what a list names beyond them is not there.
    static let considered = 200

    let kind: ContentSniffer.ListKind
    let entries: [WrapperEntry]

    /// Reads a whole list.
    ///
    /// - Throws: ``FaultCode/malformedResponse`` where it cannot be read.
    init(_ bytes: [UInt8], kind: ContentSniffer.ListKind, xml: any XMLReading) throws(FaultCode) {
        guard bytes.count <= Self.longest else { throw .malformedResponse }
        self.kind = kind
        do {
            switch kind {
            case .pls: self.entries = PLSList(bytes).entries
            case .m3u: self.entries = M3UList(bytes).entries
            case .xspf: self.entries = XSPFList(try xml.elements(in: bytes, mode: .xml)).entries
            case .asx:
                let text = Array(WrapperText.decode(bytes).utf8)
                self.entries = ASXList(try xml.elements(in: text, mode: .tolerant)).entries
            }
        } catch {
            throw .malformedResponse
        }
    }
}
