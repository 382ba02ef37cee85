internal import CXML2
internal import Model

/// Gathers what libxml2's handlers tell during one parse, within ``XMLLimits``; lives on the thread of that parse.
final class XMLCollector {
    private(set) var elements: [XMLElement] = []
    private(set) var fault: XMLFault?
    /// Indices in ``elements`` of those that have not ended, outermost first.
    private var open: [Int] = []
    private var hasStopped = false
    private let stopsAtLimits: Bool
    private let stop: () -> Void

    /// - Parameters:
    ///   - stopsAtLimits: what goes beyond a limit is a fault; else it is left out.
    ///   - stop: ends the parse.
    init(stopsAtLimits: Bool, stop: @escaping () -> Void) {
        self.stopsAtLimits = stopsAtLimits
        self.stop = stop
    }

    static func of(_ data: UnsafeMutableRawPointer?) -> XMLCollector? {
        data.map { Unmanaged<XMLCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    func declaresType() {
        // A page-like document may say what it is; its parser knows no declarations inside.
        if stopsAtLimits { end(with: .declaresType) }
    }

    func begin(_ name: UnsafePointer<xmlChar>?, _ attributes: [XMLElement.Attribute]) {
        guard !hasStopped, let name else { return }
        guard elements.count < XMLLimits.elements, open.count < XMLLimits.depth else { return end(with: .tooLarge) }
        open.append(elements.count)
        elements.append(XMLElement(name: Self.text(name), depth: open.count - 1, attributes: attributes))
    }

    func end() { _ = open.popLast() }

    func add(_ text: UnsafePointer<xmlChar>?, count: Int) {
        guard !hasStopped, let index = open.last, let text, count > 0 else { return }
        let bytes = UnsafeBufferPointer(start: text, count: count)
        guard elements[index].text.utf8.count + count <= XMLLimits.text else {
            if stopsAtLimits { end(with: .tooLarge) }
            return
        }
        elements[index].text += String(decoding: bytes, as: UTF8.self)
    }

    private func end(with fault: XMLFault) {
        hasStopped = true
        if stopsAtLimits { self.fault = fault }
        stop()
    }

    // MARK: The library's values

    /// Five pointers an attribute: local name, prefix, namespace, start and end of the value.
    static func values(
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
        count: Int
    ) -> [XMLElement.Attribute] {
        guard let attributes else { return [] }
        return (0..<count).compactMap { index in
            let fields = attributes + 5 * index
            guard let name = fields[0], let start = fields[3], let end = fields[4] else { return nil }
            let value = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            // The one reference that the parser leaves in a value while entities are not replaced.
            return XMLElement.Attribute(name: text(name), value: value.replacing("&#38;", with: "&"))
        }
    }

    /// Names and values by turns, up to a null name; a null value is an attribute without one.
    static func pairs(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [XMLElement.Attribute] {
        guard var next = attributes else { return [] }
        var pairs: [XMLElement.Attribute] = []
        while let name = next[0] {
            pairs.append(XMLElement.Attribute(name: text(name), value: next[1].map(text) ?? ""))
            next += 2
        }
        return pairs
    }

    private static func text(_ characters: UnsafePointer<xmlChar>) -> String { String(cString: characters) }
}
