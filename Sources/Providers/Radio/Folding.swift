internal import CUTF8Proc

/// Text as it is compared in a search: without case, accents and width (Unicode NFKD and full case folding), with
/// typographic quotes and dashes as their ASCII twins. `Übersee` and `ubersee` are the same, `Straße` is `strasse`.
///
/// Letters that Unicode does not take apart but people type without their stroke are written plainly: `Łódź` is
/// `lodz`, `Færøerne` is `faeroerne`. For comparing only, never for showing.
package func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let options = [
        UTF8PROC_STABLE, UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_STRIPMARK, UTF8PROC_LUMP,
        UTF8PROC_IGNORE,
    ].reduce(0) { $0 | $1.rawValue }
    var folded: UnsafeMutablePointer<UInt8>?
    defer { free(folded) }
    let bytes = Array(text.utf8)
    let count = utf8proc_map(bytes, bytes.count, &folded, utf8proc_option_t(options))
    // A Swift string is valid UTF-8, so only memory can be missing; then the text still compares to itself.
    guard count >= 0, let folded else { return text.lowercased() }
    let plain = String(decoding: UnsafeBufferPointer(start: folded, count: count), as: UTF8.self)
    guard plain.unicodeScalars.contains(where: { unfoldedByUnicode[$0] != nil }) else { return plain }
    return plain.unicodeScalars.map { unfoldedByUnicode[$0] ?? String($0) }.joined()
}

/// Lower-case Latin letters without a decomposition, as they are typed on a keyboard that lacks them.
private let unfoldedByUnicode: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
]
