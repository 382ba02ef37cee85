internal import CXML2
package import Model

/// ``XMLReading`` by libxml2: its XML parser, and its HTML parser for what only looks like XML.
package struct XMLReader: XMLReading {
    package init() {
        // Sets up the library's tables under its own lock; whoever parses first would otherwise do it.
        xmlInitParser()
    }

    package func elements(in bytes: [UInt8], mode: XMLMode) throws(XMLFault) -> [XMLElement] {
        guard bytes.count <= XMLLimits.bytes, !Self.holdsLongTag(bytes) else { throw .tooLarge }
        // libxml2 takes a document without a byte for a mistake of the caller.
        guard !bytes.isEmpty else {
            if mode == .tolerant { return [] }
            throw .malformed
        }
        switch mode {
        case .xml: return try Self.parse(bytes)
        case .tolerant: return Self.parseTolerantly(Array(String(decoding: bytes, as: UTF8.self).utf8))
        }
    }

    private static func parse(_ bytes: [UInt8]) throws(XMLFault) -> [XMLElement] {
        guard let context = xmlNewParserCtxt() else { throw .malformed }
        defer { xmlFreeParserCtxt(context) }
        let collector = XMLCollector(stopsAtLimits: true) { xmlStopParser(context) }
        install(handlers(), collector, in: context)
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        read(bytes, collector) { xmlCtxtReadMemory(context, $0, $1, nil, nil, CInt(options)) }
        if let fault = collector.fault { throw fault }
        guard context.pointee.wellFormed == 1 else { throw .malformed }
        return collector.elements
    }

    private static func parseTolerantly(_ bytes: [UInt8]) -> [XMLElement] {
        guard let context = htmlNewParserCtxt() else { return [] }
        defer { htmlFreeParserCtxt(context) }
        let collector = XMLCollector(stopsAtLimits: false) { xmlStopParser(context) }
        install(handlers(), collector, in: context)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue
            | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NOIMPLIED.rawValue
        read(bytes, collector) { htmlCtxtReadMemory(context, $0, $1, nil, "UTF-8", CInt(options)) }
        return collector.elements
    }

    /// Runs `parse`, which calls the handlers; `collector` lives until it has returned.
    private static func read(
        _ bytes: [UInt8],
        _ collector: XMLCollector,
        _ parse: (UnsafePointer<CChar>?, CInt) -> xmlDocPtr?
    ) {
        withExtendedLifetime(collector) {
            let document = bytes.withUnsafeBytes { buffer in
                parse(buffer.assumingMemoryBound(to: CChar.self).baseAddress, CInt(buffer.count))
            }
            // The handlers build none; should the library do so all the same, it is ours to free.
            if let document { xmlFreeDoc(document) }
        }
    }

    private static func install(_ handlers: xmlSAXHandler, _ collector: XMLCollector, in context: xmlParserCtxtPtr) {
        context.pointee.sax.pointee = handlers
        context.pointee.userData = Unmanaged.passUnretained(collector).toOpaque()
    }

    /// Both parsers call these and nothing else, so that entities are never stored and nothing can be loaded: there is
    /// nobody to ask.
    private static func handlers() -> xmlSAXHandler {
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.internalSubset = { data, _, _, _ in XMLCollector.of(data)?.declaresType() }
        // The XML parser's.
        handlers.startElementNs = { data, name, _, _, _, _, count, _, attributes in
            XMLCollector.of(data)?.begin(name, XMLCollector.values(attributes, count: Int(count)))
        }
        handlers.endElementNs = { data, _, _, _ in XMLCollector.of(data)?.end() }
        // The HTML parser's.
        handlers.startElement = { data, name, attributes in
            XMLCollector.of(data)?.begin(name, XMLCollector.pairs(attributes))
        }
        handlers.endElement = { data, _ in XMLCollector.of(data)?.end() }
        handlers.characters = { data, text, count in XMLCollector.of(data)?.add(text, count: Int(count)) }
        handlers.cdataBlock = { data, text, count in XMLCollector.of(data)?.add(text, count: Int(count)) }
        // Without it some errors go to the process's standard error.
        handlers.serror = { _, _ in }
        return handlers
    }

    /// One pass ahead of the library, whose time for a tag grows with the square of its attributes.
    private static func holdsLongTag(_ bytes: [UInt8]) -> Bool {
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "<"): start = index
            case UInt8(ascii: ">"): start = nil
            default: if let start, index - start > XMLLimits.tag { return true }
            }
        }
        return false
    }
}
