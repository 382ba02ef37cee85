/// Dates of a playlist (ISO 8601). They are compared with each other and never with a clock, which may not be set yet.
enum ProgramDate {
    /// Seconds since 1970; nil where `text` is no date and time of day.
    static func seconds(_ text: some StringProtocol) -> Double? {
        var rest = Substring(text)
        guard let year = number(&rest, 4), rest.popFirst() == "-", let month = number(&rest, 2) else { return nil }
        guard rest.popFirst() == "-", let day = number(&rest, 2) else { return nil }
        guard let separator = rest.popFirst(), separator == "T" || separator == "t" || separator == " " else {
            return nil
        }
        guard let hour = number(&rest, 2), rest.popFirst() == ":", let minute = number(&rest, 2) else { return nil }
        guard (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60 else { return nil }
        var seconds = Double(days(year, month, day) * 86_400 + hour * 3600 + minute * 60)
        if rest.first == ":" {
            let digits = rest.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.prefix(16)
            guard let value = Double(digits) else { return nil }
            seconds += value
            rest = rest.dropFirst(1 + digits.count)
        }
        return offset(rest).map { seconds - $0 }
    }

    /// The moment at which what `attributes` describe begins.
    static func start(of attributes: AttributeList) -> Double? { attributes["START-DATE"].flatMap { seconds($0) } }

    /// `Z`, nothing, or `±hh:mm`, in seconds.
    private static func offset(_ text: Substring) -> Double? {
        var rest = text.drop { $0 == " " }
        guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return 0 }
        guard let hours = number(&rest, 2) else { return nil }
        if rest.first == ":" { rest.removeFirst() }
        let minutes = number(&rest, 2) ?? 0
        return Double(hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    private static func number(_ text: inout Substring, _ digits: Int) -> Int? {
        let head = text.prefix(digits)
        guard head.utf8.count == digits, head.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        text = text.dropFirst(digits)
        return Int(head)
    }

    /// Days since 1970 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March, so that the leap day is the last of one.
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leaps = shifted / 4 - shifted / 100 + shifted / 400
        return 365 * shifted + leaps + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }
}
