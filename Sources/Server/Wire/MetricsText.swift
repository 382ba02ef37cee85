/// Numbers in Prometheus' text format, version 0.0.4.
struct MetricsText {
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// - `values`: each with its labels, such as `player="main"`; empty for none.
    mutating func gauge(_ name: String, _ help: String, _ values: [(labels: String, value: Double)]) {
        write(name, help, "gauge", values)
    }

    mutating func counter(_ name: String, _ help: String, _ values: [(labels: String, value: Double)]) {
        write(name, help, "counter", values)
    }

    private mutating func write(
        _ name: String,
        _ help: String,
        _ kind: String,
        _ values: [(labels: String, value: Double)]
    ) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
        for (labels, value) in values {
            let number = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
            text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number)\n"
        }
    }
}
