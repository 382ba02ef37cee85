/// Follows the tables of a transport stream to what its program holds. HLS allows one program; of more, the first with
/// audio counts.
struct ProgramTables: Sendable {
    /// Programs that are followed; more are left alone.
    private static let programLimit = 16

    private(set) var map: ProgramMap?
    /// By PID.
    private var readers: [Int: SectionReader] = [0: SectionReader()]
    private var mapPID: Int?

    func follow(_ pid: Int) -> Bool { readers[pid] != nil }

    mutating func read(_ bytes: [UInt8], _ packet: TransportPacket, isContinuous: Bool) {
        let sections = readers[packet.pid]?.read(bytes, packet, isContinuous: isContinuous) ?? []
        for section in sections {
            if packet.pid == 0 { readAssociation(section) } else { readMap(section, pid: packet.pid) }
        }
    }

    private mutating func readMap(_ section: [UInt8], pid: Int) {
        guard let found = ProgramMap(section) else { return }
        guard pid == mapPID || map == nil || map?.audio == ProgramMap.Audio.none else { return }
        map = found
        mapPID = pid
    }

    /// The program association table (2.4.4.3). PIDs that it no longer names are forgotten.
    private mutating func readAssociation(_ section: [UInt8]) {
        guard section.count >= 12, section[0] == 0, section[5] & 1 == 1 else { return }
        var named: Set<Int> = []
        var reader = ByteReader(section, 8..<(section.count - 4))
        while named.count < Self.programLimit, let number = reader.uint16(), let pid = reader.uint16() {
            if number != 0, pid & 0x1fff != 0 { named.insert(pid & 0x1fff) }
        }
        guard !named.isEmpty else { return }
        readers = readers.filter { $0.key == 0 || named.contains($0.key) }
        for pid in named where readers[pid] == nil { readers[pid] = SectionReader() }
        if let mapPID, !named.contains(mapPID) {
            map = nil
            self.mapPID = nil
        }
    }
}
