"""Fixtures of the host tests. The server processes are shared; state, stations and daemon are each test's own."""

import itertools
from pathlib import Path

import pytest

from lab.icecast import Icecast, Programme
from lab.longwave import Longwave
from lab.pulse import Pulse

ROOT = Path(__file__).resolve().parent.parent.parent


def pytest_addoption(parser):
    parser.addoption(
        "--longwave",
        default=str(ROOT / ".build" / "release" / "longwave"),
        help="the daemon under test; the release build unless told",
    )


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab", numbered=True)
    # Icecast gives up root, and then must still reach its folder.
    for parent in [folder, *folder.parents[:2]]:
        parent.chmod(0o755)
    return folder


@pytest.fixture(scope="session")
def icecast(shared):
    server = Icecast(shared / "icecast")
    yield server
    server.end()


@pytest.fixture
def own_icecast(tmp_path_factory):
    """An Icecast that a test may kill and restart."""
    folder = tmp_path_factory.mktemp("icecast", numbered=True)
    for parent in [folder, *folder.parents[:2]]:
        parent.chmod(0o755)
    server = Icecast(folder)
    yield server
    server.end()


@pytest.fixture
def programme(icecast):
    """`programme(mount, hertz=440, on=icecast)` starts one; all are ended with the test."""
    started = []

    def start(mount, hertz=440, kbps=192, on=None):
        started.append(Programme(on or icecast, mount, hertz, kbps))
        return started[-1]

    yield start
    for one in started:
        one.end()


@pytest.fixture(scope="session")
def pulse(shared):
    server = Pulse(shared / "pulse", sinks=("lab", "other"))
    yield server
    server.end()


@pytest.fixture
def ear(pulse):
    listener = pulse.listen("lab")
    yield listener
    listener.end()


@pytest.fixture(scope="session")
def binary(request):
    path = Path(request.config.getoption("--longwave")).resolve()
    assert path.is_file(), f"no daemon at {path}: build it with scripts/run or scripts/test"
    return path


@pytest.fixture
def longwave(binary, tmp_path):
    """`longwave(output="null", environment=None, name="host")` makes a daemon; all are ended with the test."""
    made = []

    def make(output="null", environment=None, name="host"):
        volume = 100 if output.startswith("pulse/") else None
        made.append(Longwave(binary, tmp_path / name, output, environment, volume))
        return made[-1]

    yield make
    for one in made:
        one.end()


@pytest.fixture
def watch():
    """`watch(host)` reads its events until the test ends."""
    watches = []

    def start(host):
        watches.append(host.watch())
        return watches[-1]

    yield start
    for one in watches:
        one.end()


@pytest.fixture
def station_id():
    """A station ID that no other test of this run uses."""
    return f"gb.test{next(STATIONS)}"


STATIONS = itertools.count(1)
