import Core
import Model
import Testing

@testable import Server

struct OwnershipTests {
    private static let owned: [(Request.Method, String)] = [
        (.get, "/v1/tokens"), (.get, "/v1/operations"), (.post, "/v1/pairing"), (.delete, "/v1/tokens/x"),
    ]

    @Test func tellsVisitorsHowToBecomeOwners() async {
        for (method, path) in Self.owned {
            let response = await Bench().ask(method, path)
            #expect(response.status == 401)
            #expect(response.json["code"]?.string == "owner_required")
            #expect(response.json["detail"]?.string?.contains("longwave pair") == true)
            #expect(response["WWW-Authenticate"] == "Bearer")
        }
    }

    @Test(arguments: [
        "Bearer", "Bearer nonsense", "Basic x", "Bearer a b",
        "Bearer 0000000000000000000000000000000000000000000000000000000000000000",
    ])
    func refusesOtherTokens(_ authorization: String) async throws {
        let bench = Bench()
        _ = try await bench.ownerToken()
        #expect(await bench.ask(.get, "/v1/tokens", ["Authorization": authorization]).status == 401)
    }

    @Test func pairsListsAndRevokes() async throws {
        let bench = Bench()
        let begun = await bench.ask(.post, "/v1/pairing", peer: .local)
        let code = try #require(begun.json["code"]?.string)
        #expect(begun.json["expiresInS"]?.number == 300)
        let wrong = await bench.ask(.post, "/v1/pairing/redeem", body: #"{"code":"x"}"#)
        #expect(wrong.status == 403)
        #expect(wrong.json["code"]?.string == "pairing_code_wrong")
        let redeemed = await bench.ask(.post, "/v1/pairing/redeem", body: #"{"code":"\#(code)","label":"Phone"}"#)
        let token = try #require(redeemed.json["token"]?.string)
        let again = await bench.ask(.post, "/v1/pairing/redeem", body: #"{"code":"\#(code)"}"#)
        #expect(again.json["code"]?.string == "pairing_code_expired")
        let headers = ["Authorization": "Bearer \(token)"]
        let listed = await bench.ask(.get, "/v1/tokens", headers)
        let entry = try #require(listed.json["tokens"]?.elements.first)
        #expect(entry["label"]?.string == "Phone")
        #expect(entry["createdAt"]?.string == "2027-01-15T08:00:00Z")
        #expect(!listed.text.contains(token))
        let id = try #require(entry["id"]?.string)
        #expect(await bench.ask(.delete, "/v1/tokens/\(id)", headers).status == 204)
        #expect(await bench.ask(.get, "/v1/tokens", headers).status == 401)
    }

    @Test func slowsGuessesDown() async {
        let bench = Bench()
        _ = await bench.pairing.beginCode()
        var statuses: [Int] = []
        for _ in 0..<6 {
            statuses.append(await bench.ask(.post, "/v1/pairing/redeem", body: #"{"code":"1"}"#).status)
        }
        #expect(statuses.contains(429))
        let last = await bench.ask(.post, "/v1/pairing/redeem", body: #"{"code":"1"}"#)
        #expect(Int(last["Retry-After"] ?? "").map { $0 > 0 } == true)
    }
}
