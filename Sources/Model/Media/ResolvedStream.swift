/// What a media ref turns out to be, ready for the relay: addresses stay between provider and relay.
package struct ResolvedStream: Sendable, Equatable {
    /// Canonical, also where the request used an alias.
    package let media: MediaRef
    /// The catalogue's name; it always wins over what a stream says of itself.
    package let title: String
    /// One line for a person, such as `Seattle, US`.
    package let subtitle: String?
    /// In the order in which they are tried; never empty.
    package let streams: [StationStream]
    package let isLive: Bool
    package let trust: StationTrust
    /// What the station file says of its titles.
    package let charset: String?
    /// What its titles have shown in earlier runs.
    package var learnedCharset: String?
    /// ISO 639 codes.
    package let languages: [String]
    package let silenceLimit: Duration?

    package init(
        media: MediaRef,
        title: String,
        subtitle: String?,
        streams: [StationStream],
        isLive: Bool,
        trust: StationTrust,
        charset: String?,
        languages: [String] = [],
        silenceLimit: Duration?
    ) {
        self.media = media
        self.title = title
        self.subtitle = subtitle
        self.streams = streams
        self.isLive = isLive
        self.trust = trust
        self.charset = charset
        self.languages = languages
        self.silenceLimit = silenceLimit
    }
}
