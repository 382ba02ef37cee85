internal import Model

extension JSONWriter {
    /// A preset at its place. `station` is nil where the catalogue no longer has it; then the name is the last one known.
    mutating func preset(_ preset: Preset, at position: Int, _ station: Station?) {
        object { json in
            json.member("id", preset.id.description)
            json.member("position", position)
            json.member("media", (station.map { .station($0.id.description) } ?? preset.media).description)
            json.member("name", station?.name ?? preset.name)
            json.member("available", station != nil)
            json.member("station", optional: station) { $0.station($1) }
        }
    }
}
