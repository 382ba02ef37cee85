extension String {
    /// Text from outside, made fit to be repeated to a person: at most 80 characters, control characters and bidi
    /// overrides replaced.
    package var prefixForDisplay: String {
        let cleaned = String(
            String.UnicodeScalarView(self.unicodeScalars.prefix(400).map { $0.isUnprintable ? "\u{FFFD}" : $0 })
        )
        return cleaned.count > 80 ? cleaned.prefix(79) + "…" : cleaned
    }

    /// A value out of a file for a report: in quotes, or “the value” where it could be an address with a secret in it,
    /// put into the wrong field by mistake. Reports are shown to every visitor.
    package var quotedForDisplay: String { isTellable ? "“\(prefixForDisplay)”" : "the value" }

    /// The same without quotes.
    package var toldForDisplay: String { isTellable ? prefixForDisplay : "the value" }

    private var isTellable: Bool {
        !utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") } && !contains("://")
    }

    /// The same text without control characters and bidi overrides.
    package var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isUnprintable }))
    }
}

extension Unicode.Scalar {
    /// Control and format characters that can forge or hide text: C0, C1, bidi overrides and isolates, line and
    /// paragraph separators, the byte-order mark.
    package var isUnprintable: Bool {
        switch value {
        case 0...0x1f, 0x7f...0x9f, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
        default: false
        }
    }
}
