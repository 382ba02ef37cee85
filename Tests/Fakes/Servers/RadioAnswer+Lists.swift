/// Playlists in front of the stream.
extension RadioAnswer {
    func giveList(_ fault: RadioFault) {
        switch fault {
        case .pls: pls(["\(origin)/icecast"])
        case .m3u: body("\(origin)/icecast", type: "audio/x-mpegurl")
        case .xspf:
            body(
                "<?xml version=\"1.0\"?>\n<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList><track>"
                    + "<location>\(origin)/icecast</location><title>Test &amp; more</title></track></trackList></playlist>",
                type: "application/xspf+xml"
            )
        case .asx:
            body(
                "<ASX Version=\"3.0\">\r\n<Title>Rock & Roll</TITLE><Entry><Ref HREF=\"mms://radio.example/x?a=1&b=2\">"
                    + "<ref href='\(origin)/icecast?a=1&b=2' /></entry>\r\n</asx>",
                type: "video/x-ms-asf"
            )
        case .m3uRelative:
            body("#EXTM3U\r\n#EXTINF:-1 logo=\"a,b\",Test\r\nicecast|User-Agent=x\r\n", type: "audio/mpegurl")
        case .listInList: pls(["\(origin)\(RadioFault.m3u.path)"])
        case .listsThreeDeep: pls(["\(origin)\(RadioFault.listInList.path)"])
        case .listOfItself: pls(["\(origin)\(fault.path)"])
        case .listOfDeadAndGood:
            let dead = "http://127.0.0.1:\(server.port(for: .refused))/"
            pls(["\(origin)/notFound", dead, "\(origin)/html", "\(origin)/icecast"])
        case .listThatHangs: pls(["\(origin)/neverAnswers", "\(origin)/headOnly"])
        case .listOfMMS:
            body(
                "<asx><entry><ref href=\"mms://radio.example/a\"/><ref href=\"mms://radio.example/b\"/></entry></asx>",
                type: "video/x-ms-asf"
            )
        case .listWithoutEnd:
            guard head(["Content-Type: audio/x-mpegurl"]) else { return }
            guard connection.send("#EXTM3U\n\(origin)/icecast\n") else { return }
            connection.waitForClient()
        default: giveRefusal(fault)
        }
    }

    /// Without a count of entries.
    private func pls(_ entries: [String]) {
        let lines = entries.enumerated().map { "File\($0.offset + 1)=\($0.element)\r\nTitle\($0.offset + 1)=Test\r\n" }
        body("[playlist]\r\n" + lines.joined() + "Length1=-1\r\n", type: "audio/x-scpls")
    }
}
