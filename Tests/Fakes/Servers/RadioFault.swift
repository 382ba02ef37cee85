/// One way in which a radio server behaves, well or badly. Its path on a ``FaultyRadioServer`` is `/` and its name.
package enum RadioFault: String, Sendable, CaseIterable {
    // MARK: Well behaved

    /// Icecast: HTTP/1.1, closes at the end, titles where the client asks for them.
    case icecast
    /// SHOUTcast 1: `ICY 200 OK`, plain line breaks, titles always.
    case icy
    /// HTTP/1.0 without a length.
    case http10
    /// Chunked below ICY; chunk edges before and after the length byte and in the middle of a title.
    case chunked
    /// Names in mixed case, type with parameters, upper-case `AUDIO/MPEG`.
    case mixedCase
    /// Ten seconds of audio at once, then real time.
    case burst
    /// The stream begins in the middle of a frame.
    case midFrame
    /// An ID3v2 tag before the first frame.
    case id3First

    // MARK: Playlists

    /// A playlist (PLS, without a count of entries) that names `icecast`.
    case pls
    /// A playlist (M3U, one line without a final line break) that names `icecast`.
    case m3u
    /// A playlist (XSPF) that names `icecast`.
    case xspf
    /// A playlist (ASX, in mixed case, with bare `&`) that names an `mms:` address, then `icecast`.
    case asx
    /// An M3U with a relative line and Kodi's headers behind it.
    case m3uRelative
    /// A PLS that names `m3u`.
    case listInList
    /// A PLS that names `listInList`: one too many.
    case listsThreeDeep
    /// A PLS that names itself.
    case listOfItself
    /// A PLS of `notFound`, `refused`, `html` and at last `icecast`.
    case listOfDeadAndGood
    /// A PLS of `neverAnswers` and `headOnly`.
    case listThatHangs
    /// An ASX of nothing but `mms:` addresses.
    case listOfMMS
    /// An M3U that begins well and never ends.
    case listWithoutEnd

    // MARK: Refusals

    case unauthorized
    case forbidden
    case notFound
    case gone
    case serverError
    /// 503 with `Retry-After: 120`.
    case busy
    /// 200 with a line of text that says that the server is full.
    case fullWithText
    /// SHOUTcast 1 refuses: `ICY 404 Resource Not Found`.
    case icyNotFound
    /// Nobody listens at this port.
    case refused

    // MARK: Silence on the wire

    /// Accepts, reads the request, answers nothing.
    case neverAnswers
    /// A whole head, then nothing.
    case headOnly
    /// The head comes a byte at a time, one per drip.
    case slowHead
    /// A whole head, then one byte of audio per drip.
    case drip
    /// Real time for a while, then nothing more on an open connection.
    case stallsLater
    /// Half of real time.
    case halfRate

    // MARK: Ends

    /// Closes without a byte.
    case closesAtOnce
    /// Closes in the middle of the head.
    case closesInHead
    /// Real time for a while, then a clean close: a body without length ends properly.
    case closesLater
    /// Real time for a while, then a reset.
    case resetsLater
    /// Chunked; after a while the connection closes inside a chunk.
    case cutChunk
    /// Announces more bytes than it sends.
    case shortBody
    /// Chunked, but the second chunk has no hexadecimal length.
    case badChunk

    // MARK: Not audio

    case html
    case json
    /// HTML where the agent looks like a browser, audio otherwise.
    case htmlForBrowsers
    case image
    /// 200 and a clean close, no byte of body.
    case empty
    /// 200 with `Content-Length: 0`.
    case zeroLength
    /// Random bytes as `audio/mpeg`.
    case noise

    // MARK: Redirects

    /// 302 to `icecast` on the host that was asked for.
    case redirect
    /// 301 with a relative location.
    case redirectRelative
    /// To itself.
    case redirectLoop
    /// Five redirects, the last of them to `icecast`.
    case redirectChain5
    /// Six redirects, the last of them to `icecast`.
    case redirectChain6
    /// To plain http on the host that was asked for: a downgrade where the server is behind TLS.
    case redirectDowngrade
    case redirectToLoopback
    case redirectToPrivate
    case redirectToLinkLocal
    case redirectToFile
    /// To an address with `user:secret@`.
    case redirectToCredentials
    /// 302 without a location.
    case redirectNowhere

    // MARK: Broken heads

    /// `8 Message Corrupt`.
    case badStatusLine
    /// `HTTP/1.1 999 What`.
    case badStatusCode
    /// A head of 200 KiB.
    case hugeHead
    /// One value of 8 KiB: odd, but a stream.
    case longValue
    /// `icy-name` with bytes that are not UTF-8.
    case latin1Head

    // MARK: Interleave

    /// Titles though the client did not ask.
    case titlesUnasked
    /// `icy-metaint: 0`, no interleave.
    case metaintZero
    /// `icy-metaint: -1`, no interleave.
    case metaintNegative
    /// `icy-metaint: 99999999999999999999`, no interleave.
    case metaintAbsurd
    /// `icy-metaint: often`, no interleave.
    case metaintText
    /// A title block after every 16 bytes of audio.
    case metaintTiny

    // MARK: Titles

    case titleApostrophes
    /// No `;` at the end.
    case titleUnterminated
    /// `;` and HTML entities inside.
    case titleEntities
    case titleLatin1
    /// Windows-1251.
    case titleCyrillic
    /// 255 × 16 bytes, all of them used.
    case titleLongest
    case titleEmpty
    /// Lone 0xFF bytes.
    case titleBroken
    /// No `StreamTitle` at all.
    case titleMissing
    /// Another title with every block: `Longwave - Part 1`, `… 2` and so on.
    case titleChanging

    // MARK: Types

    /// Audio as `application/flv`.
    case wrongType
    /// Audio as `text/html`.
    case htmlType
    case noType

    // MARK: Sound

    /// Frames of digital silence.
    case silence
    /// Tone for a while, then silence.
    case silenceLater
    /// Silence for a while, then tone.
    case toneLater

    package var path: String { "/" + rawValue }
}
