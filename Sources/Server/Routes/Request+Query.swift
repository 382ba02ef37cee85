internal import Model

extension Request {
    /// Refuses query parameters that a route does not know, by name.
    func knows(_ names: [String]) throws(Problem) {
        for parameter in query where !names.contains(parameter.name) {
            let name = parameter.name.prefixForDisplay
            let known = names.isEmpty ? "None is." : "Known are: \(names.joined(separator: ", "))."
            throw Problem(422, "unknown_parameter", "A parameter is unknown", "“\(name)” is not known here. \(known)")
                .naming(name)
        }
    }

    /// A query parameter as a whole number.
    func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = parameter(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                422,
                "out_of_range",
                "A value is out of range",
                "“\(name)” must be a whole number from \(range.lowerBound) to \(range.upperBound)."
            ).naming(name)
        }
        return number
    }
}
