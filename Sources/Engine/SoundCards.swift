internal import Glibc

/// The sound cards of this machine, as the kernel lists them.
struct SoundCards: Sendable {
    struct Card: Sendable, Equatable {
        let number: Int
        let id: String
    }

    /// `/proc/asound/cards`, or a file like it.
    let path: String

    /// Empty where there is no card or no sound in the kernel at all.
    var cards: [Card] { Self.parse(contents) }

    /// Whether the card that an ALSA device names is there; a device that names none needs any card.
    func holds(device: String) -> Bool {
        let cards = cards
        guard let colon = device.firstIndex(of: ":") else { return !cards.isEmpty }
        let parameters = device[device.index(after: colon)...].split(separator: ",")
        let named = parameters.first { $0.hasPrefix("CARD=") }?.dropFirst("CARD=".count) ?? parameters.first
        guard let named, !named.contains("=") else { return !cards.isEmpty }
        return cards.contains { $0.id == named || String($0.number) == named }
    }

    /// Reads lines such as ` 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones`.
    static func parse(_ text: String) -> [Card] {
        text.split(separator: "\n").compactMap { line in
            guard let open = line.firstIndex(of: "["), let close = line[open...].firstIndex(of: "]") else { return nil }
            guard let number = Int(line[..<open].filter { $0 != " " }) else { return nil }
            let id = line[line.index(after: open)..<close].filter { $0 != " " }
            return id.isEmpty ? nil : Card(number: number, id: id)
        }
    }

    private var contents: String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        // Files of the kernel have no size to ask for; 64 KiB hold more cards than a machine can.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { read(file, $0 + length, buffer.count - length) } ?? 0
            }
            guard count > 0 else { break }
            length += count
        }
        return String(decoding: bytes[..<length], as: UTF8.self)
    }
}
