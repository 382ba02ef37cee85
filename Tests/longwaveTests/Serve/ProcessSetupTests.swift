import Fakes
import Glibc
import Testing

@testable import longwave

/// What `serve` does to its process; each test in a process of its own.
struct ProcessSetupTests {
    @Test func proxiesAreTakenOutOfTheEnvironment() async {
        await #expect(processExitsWith: .success) {
            let proxies = ["http_proxy", "https_proxy", "ALL_PROXY", "no_proxy", "Ftp_Proxy"]
            for name in proxies + ["PROXY", "http_proxy_of_mine"] { setenv(name, "http://127.0.0.1:9", 1) }
            ProxyVariables.remove(from: proxies + ["PROXY", "http_proxy_of_mine", "HOME"])
            for name in proxies { try #require(getenv(name) == nil) }
            for name in ["PROXY", "http_proxy_of_mine", "HOME"] { try #require(getenv(name) != nil) }
        }
    }

    @Test func asManyDescriptorsAsTheSystemGrants() async {
        await #expect(processExitsWith: .success) {
            var limits = rlimit()
            try #require(getrlimit(DescriptorLimit.resource, &limits) == 0)
            limits.rlim_cur = 64
            try #require(setrlimit(DescriptorLimit.resource, &limits) == 0)
            let log = KeptLog()
            DescriptorLimit.raise(log: log)
            var raised = rlimit()
            try #require(getrlimit(DescriptorLimit.resource, &raised) == 0)
            try #require(raised.rlim_cur == limits.rlim_max && raised.rlim_max == limits.rlim_max)
            // The second time there is nothing to do.
            DescriptorLimit.raise(log: log) { _ in EPERM }
            try #require(log.lines.isEmpty)
        }
    }

    @Test func aRefusalIsSaidAndNoMore() async {
        await #expect(processExitsWith: .success) {
            var limits = rlimit()
            try #require(getrlimit(DescriptorLimit.resource, &limits) == 0)
            limits.rlim_cur = 64
            try #require(setrlimit(DescriptorLimit.resource, &limits) == 0)
            let log = KeptLog()
            DescriptorLimit.raise(log: log) { _ in EPERM }
            try #require(log.lines == ["warning descriptors limited limit=64 reason=Operation not permitted"])
        }
    }
}
