internal import Model

/// An ASX playlist, which is seldom well-formed: what counts is each `ref` and each `entryref`, wherever it stands.
struct ASXList: Sendable, Equatable {
    let entries: [WrapperEntry]

    /// `elements` as ``XMLReading`` gives them in mode ``XMLMode/tolerant``.
    init(_ elements: [XMLElement]) {
        var entries: [WrapperEntry] = []
        var title: String?
        for element in elements where entries.count < WrapperList.considered {
            switch element.name {
            case "entry": title = nil
            case "title": title = String(WrapperText.trimmed(element.text[...]))
            case "ref", "entryref":
                let address = WrapperText.trimmed((element["href"] ?? "")[...])
                if !address.isEmpty { entries.append(WrapperEntry(address: String(address), title: title)) }
            default: break
            }
        }
        self.entries = entries
    }
}
