internal import Model

/// Finds out in which charset a station writes its titles (reference/radio.md 2.1).
///
/// Strict UTF-8 is believed always; then the station file's word; else the first charset that makes plausible words of
/// the bytes, asked in the order: what earlier titles showed, what the station's languages suggest, Windows-1252, and
/// the two that are met most besides. Nothing here fails: what no charset explains is Windows-1252 with holes.
struct TitleCharset: Sendable {
    /// Letters outside ASCII that must have spoken for a charset before it counts as learned.
    static let lettersToLearn = 8

    private let declared: Charset?
    private let candidates: [Charset]
    private var spoken: [Charset: Int] = [:]
    private var known: Charset?
    /// What the titles have shown since ``takeLearned()`` was called last.
    private var learned: Charset?

    /// - Parameters:
    ///   - declared: what the station file says; unknown words count as nothing.
    ///   - remembered: what earlier runs learned.
    ///   - languages: ISO 639 codes of the station.
    init(declared: String?, remembered: String?, languages: [String]) {
        self.declared = declared.flatMap { Charset($0) }
        self.known = remembered.flatMap { Charset($0) }
        let suggested = languages.flatMap(Self.charsets)
        var seen: Set<String> = []
        self.candidates = (suggested + ["windows-1252", "windows-1251", "cp949"])
            .filter { seen.insert($0).inserted }.compactMap { Charset($0) }
    }

    /// What `bytes` mean.
    mutating func text(_ bytes: [UInt8]) -> String {
        if let text = TitleText.utf8(bytes) { return text }
        if let declared { return declared.text(bytes) }
        for charset in known.map({ [$0] + candidates }) ?? candidates {
            guard let text = charset.strictText(bytes), PlausibleWords.areIn(text, of: charset) else { continue }
            heard(text, in: charset)
            return text
        }
        return (known ?? .windows1252).text(bytes)
    }

    /// The charset that titles have shown, once; nil where there is nothing new.
    mutating func takeLearned() -> Charset? {
        defer { learned = nil }
        return learned
    }

    private mutating func heard(_ text: String, in charset: Charset) {
        guard charset != known else { return }
        let letters = text.unicodeScalars.count { !$0.isASCII && $0.properties.isAlphabetic }
        let total = spoken[charset, default: 0] + letters
        spoken[charset] = total
        guard total >= Self.lettersToLearn else { return }
        known = charset
        learned = charset
        spoken = [:]
    }

    private static func charsets(of language: String) -> [String] {
        switch language.lowercased().prefix(3) {
        case "ru", "rus", "be", "bel", "bg", "bul", "mk", "mkd", "kk", "kaz": ["windows-1251", "koi8-r"]
        case "uk", "ukr": ["windows-1251", "koi8-u"]
        case "sr", "srp": ["windows-1250", "windows-1251"]
        case "cs", "ces", "sk", "slk", "pl", "pol", "hu", "hun", "sl", "slv", "hr", "hrv", "bs", "bos", "ro", "ron":
            ["windows-1250", "iso-8859-2"]
        case "el", "ell": ["windows-1253"]
        case "tr", "tur": ["windows-1254"]
        case "he", "heb": ["windows-1255"]
        case "ar", "ara", "fa", "fas": ["windows-1256"]
        case "et", "est", "lv", "lav", "lt", "lit": ["windows-1257"]
        case "th", "tha": ["windows-874"]
        case "ko", "kor": ["cp949"]
        case "ja", "jpn": ["shift_jis", "euc-jp"]
        case "zh", "zho": ["gb18030", "big5"]
        default: []
        }
    }
}

/// Whether text that was decoded by a guess could have been written by a person.
enum PlausibleWords {
    private enum Script { case latin, cyrillic, greek, hebrew, arabic, thai, eastAsian, other }

    static func areIn(_ text: String, of charset: Charset) -> Bool {
        let words = text.unicodeScalars.split { !$0.properties.isAlphabetic && !isSuspect($0) }
        return words.allSatisfy { isPlausible($0, isEastAsian: isEastAsian(charset)) }
    }

    /// Characters that stand beside letters only where bytes of another charset were taken for this one.
    private static func isSuspect(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "¡", "¿", "«", "»", "·", "´", "°", "ª", "º", "\u{a0}": false
        default: (0x80...0xbf).contains(scalar.value) || scalar == "\u{FFFD}" || scalar == "÷" || scalar == "×"
        }
    }

    private static func isPlausible(_ word: Substring.UnicodeScalarView, isEastAsian: Bool) -> Bool {
        let foreign = word.filter { !$0.isASCII }
        guard !foreign.isEmpty else { return true }
        guard word.count == 1 || !word.contains(where: isSuspect) else { return false }
        let scripts = Set(foreign.map(script))
        if isEastAsian { return scripts == [.eastAsian] }
        guard scripts.count == 1, let script = scripts.first, script != .eastAsian else { return false }
        let hasASCII = foreign.count < word.count
        if script == .latin {
            // Languages put accents on some letters of a word, not on all of a long one.
            return hasASCII || word.count < 3
        }
        return !hasASCII && !isInvertedCase(word)
    }

    /// KOI8 read as Windows-1251, or the other way round: capitals inside words that begin small.
    private static func isInvertedCase(_ word: Substring.UnicodeScalarView) -> Bool {
        zip(word, word.dropFirst()).contains { $0.properties.isLowercase && $1.properties.isUppercase }
    }

    private static func isEastAsian(_ charset: Charset) -> Bool {
        ["cp949", "shift_jis", "euc-jp", "gb18030", "big5"].contains(charset.name)
    }

    private static func script(_ scalar: Unicode.Scalar) -> Script {
        switch scalar.value {
        case 0x80...0x24f, 0x1e00...0x1eff: .latin
        case 0x370...0x3ff, 0x1f00...0x1fff: .greek
        case 0x400...0x52f: .cyrillic
        case 0x590...0x5ff: .hebrew
        case 0x600...0x6ff: .arabic
        case 0xe00...0xe7f: .thai
        case 0x1100...0x11ff, 0x3040...0x30ff, 0x3130...0x318f, 0x3400...0x9fff, 0xac00...0xd7a3, 0xff00...0xffef:
            .eastAsian
        default: .other
        }
    }
}
