/// What a playlist says of the song in a segment. Artist and title come apart where they come as attributes, and are
/// never split again.
extension StreamTitle {
    /// The text after the comma of `EXTINF`: attributes, or words. Nil where it says nothing, as most do.
    init?(extinf text: Substring) {
        let plain = TitleText.cleaned(String(text))
        if plain.lowercased().contains("title=\"") {
            let attributes = AttributeList(plain)
            self.init(artist: attributes["ARTIST"], title: attributes["TITLE"], raw: plain)
        } else {
            // Encoders fill the place with words of their own, or with the name of the file.
            let isWord = plain.contains(" ") && plain.contains(where: \.isLetter)
            guard isWord, plain.lowercased() != "no desc" else { return nil }
            self.init(line: plain, raw: plain)
        }
    }

    /// The attributes by which broadcasters name a song in `EXT-X-DATERANGE`.
    init?(daterange attributes: AttributeList) {
        self.init(
            artist: attributes["X-ARTIST"] ?? attributes["X-COM-ARTIST"],
            title: attributes["X-TITLE"] ?? attributes["X-COM-TITLE"] ?? attributes["X-SONG"],
            raw: nil
        )
    }

    private init?(artist: String?, title: String?, raw: String?) {
        let clean = title.map(TitleText.cleaned) ?? ""
        guard !clean.isEmpty else { return nil }
        let name = artist.map(TitleText.cleaned) ?? ""
        self.init(artist: name.isEmpty ? nil : name, title: clean, raw: raw ?? clean)
    }
}
