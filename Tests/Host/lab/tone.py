"""Measures of sound: how loud, and how much of one frequency (Goertzel)."""

import math


def rms(samples) -> float:
    """0 for silence, about 0.707 for a full-scale sine."""
    return math.sqrt(sum(value * value for value in samples) / len(samples)) / 32768 if len(samples) else 0.0


def amplitude(samples, hertz: float, rate: int) -> float:
    """The amplitude of the sine of this frequency in the samples, 1 at full scale."""
    if not len(samples):
        return 0.0
    coefficient = 2 * math.cos(2 * math.pi * hertz / rate)
    older = old = 0.0
    for value in samples:
        older, old = old, value + coefficient * old - older
    power = older * older + old * old - coefficient * older * old
    return 2 * math.sqrt(max(power, 0.0)) / len(samples) / 32768
