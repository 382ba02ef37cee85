"""The laboratory of the host tests: a real Icecast, a real PulseAudio, captured sound, and the real daemon."""
