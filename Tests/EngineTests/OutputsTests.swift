import Fakes
import Model
import Testing

@testable import Engine

struct OutputsTests {
    private static let cardList = """
         0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                              bcm2835 Headphones
         2 [DAC            ]: USB-Audio - USB DAC
                              Maker [USB] DAC at usb-0000:01:00.0-1.2, full speed

        """

    private func outputs(cards: String?) throws -> (Outputs, ScratchFolder) {
        let folder = ScratchFolder()
        if let cards { try folder.write(cards, to: "cards") }
        let list = SoundCards(path: folder.file("cards"))
        return (Outputs(cards: list, runtimeDirectory: folder.path), folder)
    }

    /// A server whose only sink, if it has one, is the default.
    private func sinks(_ name: String? = nil) -> PulseSinks {
        PulseSinks(names: name.map { [$0] } ?? [], defaultName: name)
    }

    @Test func cardsAreReadAsTheKernelListsThem() {
        let cards = SoundCards.parse(Self.cardList)
        #expect(cards == [.init(number: 0, id: "Headphones"), .init(number: 2, id: "DAC")])
        #expect(SoundCards.parse("--- no soundcards ---\n").isEmpty)
    }

    @Test(arguments: [
        ("default", true), ("hw:CARD=DAC,DEV=0", true), ("plughw:2,0", true), ("sysdefault:CARD=Headphones", true),
        ("hw:1", false), ("hw:CARD=none,DEV=0", false), ("hdmi:DEV=0", true),
    ])
    func aCardIsThereByIdOrNumber(device: String, isThere: Bool) throws {
        let (outputs, folder) = try outputs(cards: Self.cardList)
        #expect(outputs.isAvailable(.device("alsa/\(device)"), sinks: nil) == isThere)
        #expect(!folder.path.isEmpty)
    }

    @Test func autoPrefersPulseThenACardThenNothing() throws {
        let (some, folder) = try outputs(cards: Self.cardList)
        let (none, empty) = try outputs(cards: nil)
        #expect(some.route(to: .auto, sinks: sinks("lab")) == .init(device: "pulse", isPulse: true))
        #expect(some.route(to: .auto, sinks: sinks()) == .init(device: "alsa"))
        #expect(some.route(to: .auto, sinks: nil) == .init(device: "alsa"))
        #expect(none.route(to: .auto, sinks: sinks("lab")) == .init(device: "pulse", isPulse: true))
        #expect(none.route(to: .auto, sinks: nil) == nil)
        #expect(!none.isAvailable(.auto, sinks: nil))
        #expect(folder.path != empty.path)
    }

    @Test(arguments: ["auto_null", nil, "gone"])
    func autoNeverFollowsADefaultThatIsNoRealSink(defaultName: String?) throws {
        let (outputs, folder) = try outputs(cards: Self.cardList)
        let sinks = PulseSinks(names: ["other", "auto_null", "lab"], defaultName: defaultName)
        #expect(outputs.route(to: .auto, sinks: sinks) == .init(device: "pulse/lab", sink: "lab", isPulse: true))
        #expect(!folder.path.isEmpty)
    }

    @Test func theDummySinkIsChosenByNameOnly() throws {
        let (outputs, folder) = try outputs(cards: nil)
        #expect(outputs.route(to: .auto, sinks: sinks("auto_null")) == nil)
        #expect(outputs.isAvailable(.device("pulse/auto_null"), sinks: sinks("auto_null")))
        #expect(!folder.path.isEmpty)
    }

    @Test func aNamedSinkNeedsAServer() throws {
        let (outputs, folder) = try outputs(cards: Self.cardList)
        let lab = OutputName.device("pulse/lab")
        #expect(outputs.route(to: lab, sinks: nil) == nil)
        #expect(outputs.route(to: lab, sinks: sinks()) == .init(device: "pulse/lab", sink: "lab", isPulse: true))
        #expect(outputs.isAvailable(lab, sinks: sinks("lab")) && !outputs.isAvailable(lab, sinks: sinks("other")))
        #expect(!folder.path.isEmpty)
    }

    @Test func pipeWireIsThereWithItsSocket() throws {
        let (outputs, folder) = try outputs(cards: nil)
        #expect(!outputs.isAvailable(.device("pipewire/x"), sinks: nil))
        try folder.write("", to: "pipewire-0")
        #expect(outputs.isAvailable(.device("pipewire/x"), sinks: nil))
    }
}
