internal import CCurl
internal import Model

/// One curl easy handle with everything it borrows. Lives and dies on the curl thread.
final class CurlEasy {
    let transfer: CurlTransfer
    let handle: UnsafeMutableRawPointer
    private var head = ResponseHead()
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var aliases: UnsafeMutablePointer<curl_slist>?
    private var route: UnsafeMutablePointer<curl_slist>?
    private var detour: UnsafeMutablePointer<curl_slist>?

    /// - Returns: nil where libcurl has no memory, or not an option that safety rests on.
    init?(_ transfer: CurlTransfer) {
        guard let handle = curl_easy_init() else { return nil }
        self.transfer = transfer
        self.handle = handle
        guard setUp(transfer.plan) else { return nil }
    }

    deinit {
        curl_easy_cleanup(handle)
        for list in [headers, aliases, route, detour] { curl_slist_free_all(list) }
    }

    /// The wrapper of a handle; it is alive as long as the handle is.
    static func owner(of handle: UnsafeMutableRawPointer) -> CurlEasy? {
        var pointer: UnsafeMutableRawPointer?
        curl_easy_get_pointer(handle, CURLINFO_PRIVATE, &pointer)
        return pointer.map { Unmanaged<CurlEasy>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Tells the transfer how libcurl ended it.
    func finish(_ code: CURLcode) {
        var systemError = 0
        var verification = 0
        curl_easy_get_long(handle, CURLINFO_OS_ERRNO, &systemError)
        curl_easy_get_long(handle, CURLINFO_SSL_VERIFYRESULT, &verification)
        let outcome = CurlOutcome(
            code: code,
            systemError: Int32(truncatingIfNeeded: systemError),
            verification: verification,
            sawHead: head.isComplete
        )
        transfer.finish(outcome.fault)
    }

    // MARK: Options

    private func setUp(_ plan: TransferPlan) -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        let isSet = [
            set(CURLOPT_URL, plan.address.requestAddress),
            set(CURLOPT_PATH_AS_IS, 1),
            // Safety rests on these: where one fails there is no transfer.
            set(CURLOPT_PROTOCOLS_STR, plan.address.scheme.rawValue),
            set(CURLOPT_FOLLOWLOCATION, 0),
            set(CURLOPT_PROXY, ""),
            set(CURLOPT_NOPROXY, "*"),
            set(CURLOPT_NETRC, 0),
            set(CURLOPT_SSL_VERIFYPEER, 1),
            set(CURLOPT_SSL_VERIFYHOST, 2),
            set(CURLOPT_HTTP09_ALLOWED, 0),
            set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
            // One connection per transfer: a kept one may lead to an address that this request did not allow.
            set(CURLOPT_FRESH_CONNECT, 1),
            set(CURLOPT_FORBID_REUSE, 1),
            set(CURLOPT_NOSIGNAL, 1),
            set(CURLOPT_TCP_NODELAY, 1),
            set(CURLOPT_CONNECTTIMEOUT_MS, plan.connectLimit.milliseconds),
            set(CURLOPT_USERAGENT, plan.userAgent),
            curl_easy_set_pointer(handle, CURLOPT_PRIVATE, me),
            curl_easy_set_pointer(handle, CURLOPT_HEADERDATA, me),
            curl_easy_set_pointer(handle, CURLOPT_WRITEDATA, me),
            curl_easy_set_receiver(handle, CURLOPT_HEADERFUNCTION, receiveHeader),
            curl_easy_set_receiver(handle, CURLOPT_WRITEFUNCTION, receiveBody),
        ]
        return isSet.allSatisfy { $0 == CURLE_OK } && setUpTrust(plan) && setUpRoute(plan) && setUpRequest(plan)
    }

    private func setUpTrust(_ plan: TransferPlan) -> Bool {
        guard let bundle = plan.caBundle else { return true }
        // The bundle replaces the system's folder too, otherwise it would only add to it.
        return set(CURLOPT_CAINFO, bundle) == CURLE_OK && curl_easy_set_text(handle, CURLOPT_CAPATH, nil) == CURLE_OK
    }

    private func setUpRoute(_ plan: TransferPlan) -> Bool {
        switch plan.route {
        case .unixSocket(let path): return set(CURLOPT_UNIX_SOCKET_PATH, path) == CURLE_OK
        case .addresses(let addresses, let port):
            // Whatever host the address names, and however libcurl rewrites it, the connection goes to a name of this
            // transfer's own, which resolves to these addresses and nothing else. TLS and `Host` keep the real name.
            // `+` lets the entry age out of libcurl's cache; the unique name keeps transfers apart there.
            let name = "pin-\(UInt(bitPattern: ObjectIdentifier(self))).invalid"
            let list = addresses.map { $0.isVersion4 ? "\($0)" : "[\($0)]" }.joined(separator: ",")
            route = curl_slist_append(nil, "+\(name):\(port):\(list)")
            detour = curl_slist_append(nil, "::\(name):\(port)")
            return route != nil && detour != nil
                && curl_easy_set_list(handle, CURLOPT_RESOLVE, route) == CURLE_OK
                && curl_easy_set_list(handle, CURLOPT_CONNECT_TO, detour) == CURLE_OK
        }
    }

    private func setUpRequest(_ plan: TransferPlan) -> Bool {
        for line in plan.headers {
            guard let longer = curl_slist_append(headers, line) else { return false }
            headers = longer
        }
        var codes = [curl_easy_set_list(handle, CURLOPT_HTTPHEADER, headers)]
        if plan.address.scheme == .http {
            // A prefix: libcurl then passes any `ICY …` line on, and ``ResponseHead`` reads its status.
            aliases = curl_slist_append(nil, "ICY ")
            codes.append(curl_easy_set_list(handle, CURLOPT_HTTP200ALIASES, aliases))
        }
        if let body = plan.body {
            codes.append(set(CURLOPT_POSTFIELDSIZE, body.count))
            codes.append(
                body.withUnsafeBytes {
                    curl_easy_set_pointer(
                        handle,
                        CURLOPT_COPYPOSTFIELDS,
                        UnsafeMutableRawPointer(mutating: $0.baseAddress)
                    )
                }
            )
        }
        if plan.method != "GET" || plan.body != nil { codes.append(set(CURLOPT_CUSTOMREQUEST, plan.method)) }
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private func set(_ option: CURLoption, _ value: Int) -> CURLcode { curl_easy_set_long(handle, option, value) }

    private func set(_ option: CURLoption, _ value: String) -> CURLcode { curl_easy_set_text(handle, option, value) }

    // MARK: What comes

    fileprivate func take(header line: UnsafeBufferPointer<UInt8>) -> Int {
        let wasComplete = head.isComplete
        switch head.take(line) {
        case .more: return line.count
        case .malformed:
            transfer.finish(.malformedResponse)
            return 0
        case .complete:
            if !wasComplete { transfer.offer(CurlTransfer.Head(status: head.status, headers: head.headers)) }
            return line.count
        }
    }

    fileprivate func take(body bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard !bytes.isEmpty else { return 0 }
        switch transfer.offer(bytes) {
        case .taken: return bytes.count
        case .full: return Int(CURL_WRITEFUNC_PAUSE)
        case .over: return 0
        }
    }
}

private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ easy: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let easy else { return 0 }
    return UnsafeRawPointer(bytes).withMemoryRebound(to: UInt8.self, capacity: size * count) {
        Unmanaged<CurlEasy>.fromOpaque(easy).takeUnretainedValue()
            .take(header: UnsafeBufferPointer(start: $0, count: size * count))
    }
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ easy: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let easy else { return 0 }
    return UnsafeRawPointer(bytes).withMemoryRebound(to: UInt8.self, capacity: size * count) {
        Unmanaged<CurlEasy>.fromOpaque(easy).takeUnretainedValue()
            .take(body: UnsafeBufferPointer(start: $0, count: size * count))
    }
}
