/// A PLS playlist: `File1=https://…` under `[playlist]` (reference/radio.md 2.2).
struct PLSList: Sendable, Equatable {
    /// In the order of their numbers, which need not begin at 1 nor be without gaps. Counts are not believed.
    let entries: [WrapperEntry]

    init(_ bytes: [UInt8]) {
        var addresses: [Int: String] = [:]
        var titles: [Int: String] = [:]
        for line in WrapperText.lines(bytes) {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let key = WrapperText.trimmed(line[..<equals]).lowercased()
            let value = String(WrapperText.trimmed(line[line.index(after: equals)...]))
            // Of two with the same number the first counts, as everywhere where such files are read.
            if let number = Self.number(of: key, after: "file"), addresses[number] == nil, !value.isEmpty {
                addresses[number] = value
            } else if let number = Self.number(of: key, after: "title"), titles[number] == nil {
                titles[number] = value
            }
        }
        self.entries = addresses.sorted { $0.key < $1.key }.prefix(WrapperList.considered).map { number, address in
            WrapperEntry(address: address, title: titles[number])
        }
    }

    private static func number(of key: String, after name: String) -> Int? {
        guard key.hasPrefix(name) else { return nil }
        let digits = key.dropFirst(name.count)
        // A sign would pass the conversion.
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(digits)
    }
}
