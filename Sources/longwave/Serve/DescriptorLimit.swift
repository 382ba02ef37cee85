internal import Glibc
internal import Model

/// How many files and sockets this process may hold open. Most systems start a process with 1,024, and every client that
/// listens to events holds one.
enum DescriptorLimit {
    /// Raises the limit in force to the highest that this process may give itself. Where the system refuses, that is
    /// logged, and the process goes on with what it has.
    ///
    /// - Parameters:
    ///   - log: hears of a refusal.
    ///   - set: makes the limits those given; 0, or an error number.
    static func raise(log: any LogSink, set: (rlimit) -> Int32 = setLimits) {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return refused(errno, limits, log) }
        guard limits.rlim_cur < limits.rlim_max else { return }
        let error = set(rlimit(rlim_cur: limits.rlim_max, rlim_max: limits.rlim_max))
        if error != 0 { refused(error, limits, log) }
    }

    static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    private static func setLimits(_ limits: rlimit) -> Int32 {
        var limits = limits
        return setrlimit(resource, &limits) == 0 ? 0 : errno
    }

    private static func refused(_ error: Int32, _ limits: rlimit, _ log: any LogSink) {
        let reason = String(cString: strerror(error))
        log.log(.warning, "descriptors limited", [("limit", "\(limits.rlim_cur)"), ("reason", reason)])
    }
}
