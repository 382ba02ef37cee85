/// What this build calls itself.
enum Version {
    static let text = "0.1.0"
    /// A product token that is neither a browser's nor a known player's, so that stream hosts send audio, not a page
    /// (reference/radio.md 2.1).
    static let userAgent = "Longwave/\(text)"
}
