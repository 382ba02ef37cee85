internal import Model

/// One control of a page: what a press asks for, and whether it can be pressed (docs/pages.md, Parts).
struct PageControl: Sendable, Equatable {
    /// What a range adds to a control.
    struct Range: Sendable, Equatable {
        let field: String
        let bounds: ClosedRange<Int>
        let value: Int
        let valueText: String
        /// Spoken after the number while the finger moves.
        let unit: String
    }

    let id: String
    let act: String
    let label: String
    let icon: String?
    let path: String
    var method = "POST"
    var body: [UInt8] = Array("{}".utf8)
    /// The sentence that says why it can't be pressed; nil while it can.
    var reason: String?
    var isPressed: Bool?
    var isPending = false
    var range: Range?
    /// The member of the body into which the page puts what was chosen.
    var field: String?

    func write(into json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("act", act)
            json.member("label", label)
            json.member("icon", icon)
            if let range {
                json.member("kind", "range")
                json.member("field", range.field)
                json.member("min", range.bounds.lowerBound)
                json.member("max", range.bounds.upperBound)
                json.member("step", 1)
                json.member("value", range.value)
                json.member("valueText", range.valueText)
                json.member("unit", range.unit)
            }
            if let field { json.member("field", field) }
            json.member("method", method)
            json.member("path", path)
            json.member("body", json: body)
            json.member("enabled", reason == nil)
            json.member("reason", reason)
            json.member("pressed", isPressed)
            json.member("pending", isPending)
        }
    }
}

extension JSONWriter {
    /// What surrounds every page; the places and their order never depend on data.
    mutating func shell(host: String) {
        member("shell") { json in
            json.member("lang", "en")
            json.member("product", HostIdentity.product)
            json.member("host", host)
            json.member("navigationLabel", "Pages")
            json.member("navigation", array: [("now", "Now"), ("radio", "Radio")]) { json, place in
                json.object { json in
                    json.member("id", place.0)
                    json.member("label", place.1)
                }
            }
        }
    }

    mutating func pageNotice(code: String, severity: String, text: String, action: PageControl?) {
        object { json in
            json.member("code", code)
            json.member("severity", severity)
            json.member("text", text)
            json.member("action", optional: action) { $1.write(into: &$0) }
        }
    }
}
