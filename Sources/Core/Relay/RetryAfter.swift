internal import Model

/// How long a server asks to be left alone (RFC 9110 10.2.3).
enum RetryAfter {
    /// Seconds, or a date less the answer's own `Date`: this host's clock may be wrong.
    ///
    /// - Returns: nil where the header is absent, unreadable or already past.
    static func wait(_ headers: HTTPHeaders) -> Duration? {
        guard let text = headers["retry-after"] else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int(text.prefix(9)) {
            return .seconds(seconds)
        }
        guard let then = HTTPDate.seconds(text), let sent = headers["date"].flatMap(HTTPDate.seconds) else {
            return nil
        }
        return then > sent ? .seconds(then - sent) : nil
    }
}

/// The one date format that HTTP prefers, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Returns: seconds since 1970, UTC; nil where the text is no such date.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard let day = Int(words[1]), (1...31).contains(day) else { return nil }
        guard let year = Int(words[3]), (1970...9999).contains(year) else { return nil }
        guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2] else { return nil }
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
        return ((days(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second
    }

    /// Days since 1970-01-01 of a date of the Gregorian calendar, years counted from March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
