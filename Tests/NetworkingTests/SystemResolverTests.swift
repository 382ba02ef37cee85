import Model
import Networking
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SystemResolverTests {
    private let resolver = SystemResolver()

    @Test(arguments: ["192.0.2.1", "2001:db8::1", "127.0.0.1", "::1"])
    func literalsResolveToThemselves(text: String) async throws {
        #expect(try await resolver.addresses(of: text).map(\.description) == [text])
    }

    @Test func localhostIsLoopback() async throws {
        let addresses = try await resolver.addresses(of: "localhost")
        #expect(!addresses.isEmpty && addresses.allSatisfy(\.isLoopback))
        #expect(Set(addresses).count == addresses.count, "no doubles")
    }

    /// Names that the system refuses without asking anyone: empty labels.
    @Test(arguments: ["", "a..b", "."])
    func namesThatAreNoneAreUnresolved(name: String) async {
        await #expect(throws: HTTPFault.nameUnresolved) { try await resolver.addresses(of: name) }
    }

    @Test func aCancelledTaskDoesNotWait() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await resolver.addresses(of: "localhost")
        }
        await #expect(throws: HTTPFault.cancelled) { try await task.value }
    }
}
