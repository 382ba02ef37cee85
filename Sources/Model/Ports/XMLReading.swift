/// Reads small XML documents from strangers. Loads nothing, expands no entity of the document's own, and knows no
/// document type.
package protocol XMLReading: Sendable {
    /// The elements of `bytes` in the order in which they begin.
    ///
    /// - Throws: ``XMLFault``; in mode ``XMLMode/tolerant`` only ``XMLFault/tooLarge``, for more bytes or longer tags
    ///   than ``XMLLimits`` has: what goes beyond another limit is left out there.
    func elements(in bytes: [UInt8], mode: XMLMode) throws(XMLFault) -> [XMLElement]
}

package enum XMLMode: Sendable {
    /// A well-formed document, in the encoding that it declares.
    case xml
    /// What looks like XML, in UTF-8: names in any case, which come out in lower case, bare `&`, values without quotes,
    /// elements without an end.
    case tolerant
}

package enum XMLFault: Error, Sendable, Equatable {
    case malformed
    /// It declares a document type, and with it perhaps entities.
    case declaresType
    case tooLarge
}

/// What a document may hold.
package enum XMLLimits {
    package static let bytes = 64 << 10
    package static let elements = 4096
    package static let depth = 64
    /// Of one element's own text, in bytes of UTF-8.
    package static let text = 4096
    /// From `<` to `>`, in bytes: libxml2 compares every attribute of a tag with every other.
    package static let tag = 8 << 10
}

package struct XMLElement: Sendable, Equatable {
    package struct Attribute: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Without its namespace's prefix.
    package let name: String
    /// 0 for the outermost.
    package let depth: Int
    package let attributes: [Attribute]
    /// Its own character data, joined, without that of the elements inside it.
    package var text: String

    package init(name: String, depth: Int, attributes: [Attribute] = [], text: String = "") {
        self.name = name
        self.depth = depth
        self.attributes = attributes
        self.text = text
    }

    /// The value of the first attribute of this name.
    package subscript(_ attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }
}
