// From an anchor to a position. The host sends where playback was and when, on its own clock; nothing is sent once a
// second, so the page counts on from there.

/// Where playback is, in ms, or null where the anchor is missing.
/// - `anchor`: `{positionMs, atMs, rate}` on the host's monotonic clock
/// - `hostNowMs`: the host's clock when the event was written; `heardAt` and `now`: this browser's, in ms
export function positionAt(anchor, hostNowMs, heardAt, now) {
  if (!anchor) return null;
  const hostNow = hostNowMs + Math.max(0, now - heardAt);
  return Math.max(0, anchor.positionMs + Math.max(0, hostNow - anchor.atMs) * anchor.rate);
}

/// `3:07`, `1:02:09`.
export function elapsed(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = number => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/// How long until the shown second changes; null while it does not.
export function untilNextSecond(ms, rate) {
  return rate > 0 ? (1000 - (ms % 1000)) / rate + 5 : null;
}
