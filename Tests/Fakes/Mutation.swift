extension SeededGenerator {
    /// `bytes` with one to eight random changes: bytes replaced, taken out, put in, runs doubled, the rest cut off.
    package mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &self) {
            guard !bytes.isEmpty else { return bytes }
            let place = Int.random(in: bytes.indices, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &self)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &self), at: place)
            case 3: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 4:
                let run = Array(bytes[place...].prefix(40))
                bytes.insert(contentsOf: run, at: Int.random(in: 0...bytes.count, using: &self))
            default: if Int.random(in: 0..<4, using: &self) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }
}
