/// A charset of one byte per character whose lower half is ASCII, as a table of its upper half.
///
/// Multi-byte charsets such as cp949 are not here: a station that declares one is read as Windows-1252, like every
/// charset without a table.
struct SingleByteCharset: Sendable, Equatable {
    /// What 0x80 to 0xFF mean, in that order; U+FFFD for a byte that means nothing.
    private let upper: [Unicode.Scalar]

    /// The charset that a station file calls `name`, in any case; nil where there is no table for it.
    init?(_ name: String) {
        switch name.lowercased() {
        // Servers that say Latin-1 send Windows-1252; the bytes in which they differ are controls in Latin-1.
        case "latin1", "iso-8859-1", "windows-1252", "cp1252": self = .windows1252
        case "iso-8859-15", "latin9": self = .latin9
        case "windows-1250", "cp1250": self = .windows1250
        case "iso-8859-2", "latin2": self = .latin2
        case "windows-1251", "cp1251": self = .windows1251
        case "koi8-r": self = .koi8R
        case "koi8-u": self = .koi8U
        case "iso-8859-5": self = .isoCyrillic
        case "windows-1253", "cp1253": self = .windows1253
        case "iso-8859-7": self = .isoGreek
        case "windows-1254", "cp1254", "iso-8859-9", "latin5": self = .windows1254
        case "windows-1257", "cp1257": self = .windows1257
        default: return nil
        }
    }

    /// - Parameter table: 128 characters from 0x80 on, or 96 from 0xA0 on, where the 32 before them are controls.
    private init(table: String) {
        let scalars = Array(table.unicodeScalars)
        self.upper = Array(repeating: "\u{FFFD}", count: 128 - scalars.count) + scalars
    }

    func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]) }
        return String(text)
    }

    /// The byte that stands for `scalar`; nil where there is none.
    func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return UInt8(scalar.value) }
        guard scalar != "\u{FFFD}" else { return nil }
        return upper.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
    }

    // The Unicode Consortium's mapping tables.

    static let windows1250 = SingleByteCharset(
        table: """
            €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\
            \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
            ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
            ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
            """
    )

    static let windows1251 = SingleByteCharset(
        table: """
            ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\
            \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
            АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
            абвгдежзийклмнопрстуфхцчшщъыьэюя
            """
    )

    static let windows1252 = SingleByteCharset(
        table: """
            €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\
            \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
            ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
            àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
            """
    )

    static let windows1253 = SingleByteCharset(
        table: """
            €\u{FFFD}‚ƒ„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
            \u{A0}΅Ά£¤¥¦§¨©\u{FFFD}«¬\u{AD}®\u{2015}°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
            ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί\
            ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}
            """
    )

    static let windows1254 = SingleByteCharset(
        table: """
            €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}\u{FFFD}Ÿ\
            \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
            ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
            àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ
            """
    )

    static let windows1257 = SingleByteCharset(
        table: """
            €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}¨ˇ¸\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}¯˛\u{FFFD}\
            \u{A0}\u{FFFD}¢£¤\u{FFFD}¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ\
            ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
            ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙
            """
    )

    static let koi8R = SingleByteCharset(
        table: """
            ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷\
            ═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
            юабцдефгхийклмнопярстужвьызшэщчъ\
            ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
            """
    )

    static let koi8U = SingleByteCharset(
        table: """
            ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷\
            ═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©\
            юабцдефгхийклмнопярстужвьызшэщчъ\
            ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
            """
    )

    static let latin2 = SingleByteCharset(
        table: """
            \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
            ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
            ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
            """
    )

    static let isoCyrillic = SingleByteCharset(
        table: """
            \u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП\
            РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
            рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ
            """
    )

    static let isoGreek = SingleByteCharset(
        table: """
            \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}\u{2015}°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
            ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί\
            ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}
            """
    )

    static let latin9 = SingleByteCharset(
        table: """
            \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
            ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
            àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
            """
    )
}
