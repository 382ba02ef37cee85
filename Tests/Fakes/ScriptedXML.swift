package import Model

/// Gives the elements that a test wants to have been read, whatever the bytes; remembers what it was asked.
package final class ScriptedXML: XMLReading {
    private struct State {
        var result: Result<[XMLElement], XMLFault> = .success([])
        var asked: [(bytes: [UInt8], mode: XMLMode)] = []
    }

    private let state = Lock(State())

    package init() {}

    package func script(_ result: Result<[XMLElement], XMLFault>) { state.withLock { $0.result = result } }

    package var asked: [(bytes: [UInt8], mode: XMLMode)] { state.withLock(\.asked) }

    package func elements(in bytes: [UInt8], mode: XMLMode) throws(XMLFault) -> [XMLElement] {
        try state.withLock { state in
            state.asked.append((bytes, mode))
            return state.result
        }.get()
    }
}
