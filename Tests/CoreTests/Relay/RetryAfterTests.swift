import Model
import Testing

@testable import Core

struct RetryAfterTests {
    private func wait(_ text: String?, date: String? = nil) -> Duration? {
        var headers = HTTPHeaders()
        if let text { headers.add("Retry-After", Array(text.utf8)) }
        if let date { headers.add("Date", Array(date.utf8)) }
        return RetryAfter.wait(headers)
    }

    @Test func secondsAreSeconds() {
        #expect(wait("120") == .seconds(120))
        #expect(wait(" 0 ") == .zero)
        #expect(wait("99999999999999999999") == .seconds(999_999_999))
    }

    @Test func aDateCountsFromTheAnswersOwn() {
        let sent = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT", date: sent) == .seconds(120))
        #expect(wait("Wed, 01 Mar 2000 00:00:00 GMT", date: "Tue, 29 Feb 2000 00:00:00 GMT") == .seconds(86_400))
        #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT", date: sent) == nil)
        #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT") == nil)
    }

    @Test(arguments: [nil, "", "soon", "-1", "1.5", "Sun, 06 Nov 1994", "Sun, 40 Nov 1994 08:49:37 GMT", "1e9"])
    func whatCannotBeReadIsNoWait(text: String?) {
        #expect(wait(text, date: "Sun, 06 Nov 1994 08:49:37 GMT") == nil)
    }

    @Test func datesAreSecondsSince1970() {
        #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(HTTPDate.seconds("Mon, 30 Nov 2026 12:00:00 GMT") == 1_796_040_000)
    }
}
