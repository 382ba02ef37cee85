import Fakes
import Testing

@testable import Core

struct PLSListTests {
    private func addresses(_ text: String) -> [String] { PLSList(Array(text.utf8)).entries.map(\.address) }

    @Test(arguments: [
        "[playlist]\nNumberOfEntries=2\nFile1=https://a.example/1\nTitle1=One\nLength1=-1\nFile2=https://a.example/2\n",
        "[PLAYLIST]\r\nfile1=https://a.example/1\r\ntitle1=One\r\nFILE2=https://a.example/2\r\nnumberofentries=2",
        "[playlist]\nFile1=https://a.example/1\nTitle1=One\nFile2=https://a.example/2",
        "[playlist]\nNumberOfEntries=1\nFile2=https://a.example/2\nFile1=https://a.example/1\nTitle1=One\n",
        "[playlist]\nNumberOfEntries=many\nFile9=https://a.example/1\nTitle9=One\nFile10=https://a.example/2\n",
        "\u{feff}[playlist]\n\n\n  File1 = https://a.example/1  \nTitle1= One\n\nFile2\t=\thttps://a.example/2\nVersion=2",
        "; a note\r[playlist]\rFile1=https://a.example/1\rTitle1=One\rFile2=https://a.example/2\r",
        "[playlist]\nFile0=https://a.example/1\nTitle0=One\nFile1=https://a.example/2\nFile1=https://a.example/3",
        "[playlist]\nFile1=\nFile2=https://a.example/1\nTitle2=One\nFile3=https://a.example/2\nFileX=no\nFile-1=no\nFile=no",
    ])
    func theEntriesComeInTheOrderOfTheirNumbers(text: String) {
        #expect(
            PLSList(Array(text.utf8)).entries == [
                WrapperEntry(address: "https://a.example/1", title: "One"),
                WrapperEntry(address: "https://a.example/2"),
            ]
        )
    }

    @Test func anAddressMayHoldEqualsSigns() {
        #expect(addresses("[playlist]\nFile1=https://a.example/x?a=1&b=%3d=") == ["https://a.example/x?a=1&b=%3d="])
    }

    @Test func titlesOfWindowsAreRead() {
        let bytes = Array("[playlist]\nFile1=https://a.example/\nTitle1=Radio M".utf8) + [0xfc] + Array("nchen".utf8)
        #expect(PLSList(bytes).entries.first?.title == "Radio München")
    }

    @Test(arguments: ["", "[playlist]", "[playlist]\nNumberOfEntries=3", "<html>offline</html>", "File1", "=\n=="])
    func whatNamesNothingIsEmpty(text: String) { #expect(addresses(text).isEmpty) }

    @Test func numbersThatNobodyCanCountToAreLeftOut() {
        #expect(
            addresses("[playlist]\nFile99999999999999999999=https://a.example/\nFile1=https://b.example/").count == 1
        )
    }

    @Test func onlyTheFirstTwoHundredAreConsidered() {
        let lines = (1...5000).reversed().map { "File\($0)=https://a.example/\($0)" }
        let found = addresses("[playlist]\n" + lines.joined(separator: "\n"))
        #expect(found == (1...200).map { "https://a.example/\($0)" })
    }
}
