"""Waiting for a condition, with a limit. Nothing here waits for time alone to pass."""

import threading
import time


class TooLate(AssertionError):
    """The condition did not come within its limit."""


def until(condition, within: float, what: str, every: float = 0.02):
    """The first true value of `condition()`, asked again and again for at most `within` seconds."""
    limit = time.monotonic() + within
    pulse = threading.Event()
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= limit:
            raise TooLate(f"{what}: not within {within} s")
        pulse.wait(every)


def never(condition, during: float, what: str, every: float = 0.05):
    """Asks again and again for `during` seconds and wants every value to be false."""
    limit = time.monotonic() + during
    pulse = threading.Event()
    while time.monotonic() < limit:
        assert not condition(), what
        pulse.wait(every)
