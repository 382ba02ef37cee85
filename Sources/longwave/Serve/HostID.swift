internal import Model

/// The identity of a host: made once, kept in its state directory.
enum HostID {
    /// Reads `host-id`; makes it where it is missing. Where the directory cannot be written, the identity lasts as long
    /// as this run, and `log` hears why.
    static func kept(in state: String, randomness: Randomness, log: any LogSink) -> String {
        let path = "\(state)/host-id"
        // try?: a file that cannot be read is made anew below; writing it says why where that fails too.
        if let bytes = try? WholeFile.read(path) {
            let text = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
            if text.utf8.count == 32, text.utf8.allSatisfy(\.isLowerHex) { return String(text) }
        }
        let made = randomness.hex(bytes: 16)
        do throws(WholeFile.Fault) {
            try WholeFile.replace(path, with: Array("\(made)\n".utf8))
        } catch {
            log.log(.warning, "host id not kept", [("reason", "\(error)")])
        }
        return made
    }
}
