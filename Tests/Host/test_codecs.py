"""Every kind of sound that Debian's encoders make, from a real Icecast through the daemon to the sink's monitor; and
streams that change rate, channels or link while they run (reference/radio.md 2.4)."""

import pytest

from lab.feed import Feed, made
from lab.longwave import is_proven
from lab.waiting import until

OGG = "application/ogg"
KINDS = {
    "mp3": ("audio/mpeg", ["-c:a", "libmp3lame", "-b:a", "192k", "-f", "mp3"]),
    "mp2": ("audio/mpeg", ["-c:a", "mp2", "-b:a", "192k", "-f", "mp2"]),
    "aac": ("audio/aac", ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
    "vorbis": (OGG, ["-c:a", "libvorbis", "-f", "ogg"]),
    "opus": (OGG, ["-c:a", "libopus", "-b:a", "96k", "-f", "ogg"]),
    "flac": (OGG, ["-c:a", "flac", "-f", "ogg"]),
}


@pytest.fixture
def feed(icecast):
    started = []

    def start(mount, content_type, *pieces):
        started.append(Feed(icecast, mount, content_type, list(pieces)))
        return started[-1]

    yield start
    for one in started:
        one.end()


@pytest.fixture
def host(longwave, pulse):
    return longwave(output="pulse/lab", environment=pulse.environment)


@pytest.mark.parametrize("kind", KINDS)
def testEveryCodecIsHeardAndNamed(kind, host, icecast, feed, station_id, ear):
    content_type, encoder = KINDS[kind]
    mount = f"/{station_id}"
    host.station(station_id, icecast.address(mount))
    host.start()
    feed(mount, content_type, (made(440, 30, *encoder), 30))
    answer = host.play(station_id)
    assert answer.json["verdict"] == "confirmed", answer
    ear.onset(440, answer.asked)
    assert host.snapshot()["item"]["stream"]["codec"] == kind


# (kind, first rate and channels, second rate and channels): a jingle, an advertisement, another encoder.
CHANGES = [
    ("mp3", (44100, 2), (48000, 1)),
    ("mp3", (48000, 1), (44100, 2)),
    ("aac", (44100, 2), (48000, 1)),
    ("vorbis", (44100, 2), (48000, 1)),
    ("opus", (48000, 2), (48000, 1)),
    ("flac", (44100, 2), (48000, 2)),
]


@pytest.mark.parametrize("kind, first, second", CHANGES)
def testAChangeMidStreamIsHeardAtTheRightPitch(kind, first, second, host, icecast, feed, station_id, ear, watch):
    content_type, encoder = KINDS[kind]
    mount = f"/{station_id}"
    host.station(station_id, icecast.address(mount))
    host.start()
    events = watch(host)
    feed(
        mount, content_type,
        (made(440, 6, *encoder, rate=first[0], channels=first[1]), 6),
        (made(880, 30, *encoder, rate=second[0], channels=second[1]), 30),
    )
    answer = host.play(station_id)
    assert answer.json["verdict"] == "confirmed", answer
    ear.onset(440, answer.asked)
    changed = ear.onset(880, answer.asked, 15)
    last = ear.last(440, answer.asked)
    assert changed - last < 1.5, f"{changed - last:.2f} s between the two"
    until(lambda: is_proven(host.snapshot()), 5, "sound is seen after the change")
    assert "failed" not in events.phases(answer.asked)
    assert host.snapshot()["generation"] == answer.json["player"]["generation"]


# Of Opus and Ogg FLAC libavformat 5.1 tells the tags of the first link only.
@pytest.mark.parametrize("kind", ["vorbis"])
def testEachLinkOfAChainBringsItsTitle(kind, host, icecast, feed, station_id, watch):
    content_type, encoder = KINDS[kind]

    def link(hertz, seconds, title, artist):
        tags = ["-metadata", f"title={title}", "-metadata", f"artist={artist}"]
        return made(hertz, seconds, *tags, *encoder, rate=48000), seconds

    mount = f"/{station_id}"
    host.station(station_id, icecast.address(mount))
    host.start()
    events = watch(host)
    feed(mount, content_type, link(440, 6, "Jóga", "Björk"), link(880, 30, "Sinnerman", "Nina Simone"))
    answer = host.play(station_id)
    assert answer.json["verdict"] == "confirmed", answer
    for artist, title in [("Björk", "Jóga"), ("Nina Simone", "Sinnerman")]:
        events.wait(
            lambda one: (one["onAir"] or {}).get("artist") == artist and one["onAir"]["title"] == title,
            15, f"{title} is on air", answer.asked,
        )
