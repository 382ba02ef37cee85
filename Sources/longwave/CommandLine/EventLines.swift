/// Reads server-sent events line by line (WHATWG HTML 9.2.6).
struct EventLines {
    struct Event: Equatable {
        let name: String
        let data: String
    }

    private var name = ""
    private var data: [Substring] = []

    /// - Returns: the event that this line ends, if it ends one.
    mutating func take(_ line: String) -> Event? {
        guard !line.isEmpty else {
            defer { (name, data) = ("", []) }
            return data.isEmpty ? nil : Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
        }
        let field = line.prefix { $0 != ":" }
        var value = line[field.endIndex...].dropFirst()
        if value.first == " " { value.removeFirst() }
        switch field {
        case "event": name = String(value)
        case "data": data.append(value)
        default: break
        }
        return nil
    }
}
