// The event stream: one connection, its back-off and its state. Read with fetch, not EventSource, so that it carries the
// owner's token and its waits are ours.

/// A heartbeat comes every 15 s; two that did not come are the end.
const silenceMs = 32000;
const connectMs = 8000;
const waits = [500, 1000, 2000, 4000, 8000];
const offlineAfterMs = 30000;

/// The wait before try number `tries` (from 1), with ± 20 % of jitter.
export function backOff(tries, random) {
  return Math.round(waits[Math.min(tries, waits.length) - 1] * (0.8 + 0.4 * random));
}

/// Cuts whole events off the front of `text`: `{events: [{name, data}], rest}`.
export function cutEvents(text) {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop();
  const events = blocks.map(block => {
    const event = { name: 'message', data: '' };
    for (const line of block.split('\n')) {
      const at = line.indexOf(':');
      if (at < 1) continue;
      const value = line.slice(at + 1).replace(/^ /, '');
      if (line.slice(0, at) === 'event') event.name = value;
      if (line.slice(0, at) === 'data') event.data += event.data ? `\n${value}` : value;
    }
    return event;
  }).filter(event => event.data);
  return { events, rest };
}

/// Keeps the stream open while the page is visible.
/// - `headers`: gives the headers of the next try
/// - `onEvent(name, value)`: each event but heartbeats; `onLink({state, tries, since})`: each change of the connection
export class Feed {
  #path; #headers; #onEvent; #onLink;
  #link = { state: 'connecting', tries: 0, since: null };
  #abort = null;
  #retry = null;
  #watch = null;
  #heardAt = 0;

  constructor(path, { headers, onEvent, onLink }) {
    this.#path = path;
    this.#headers = headers;
    this.#onEvent = onEvent;
    this.#onLink = onLink;
    addEventListener('online', () => this.now());
    addEventListener('offline', () => this.#lose(true));
    addEventListener('focus', () => this.#wake());
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#rest() : this.#wake()));
    this.now();
  }

  /// Drops what is open or waited for, and connects at once.
  now() {
    clearTimeout(this.#retry);
    this.#abort?.abort();
    this.#abort = new AbortController();
    this.#read(this.#abort);
  }

  async #read(abort) {
    try {
      this.#listen(abort, connectMs);
      const answer = await fetch(this.#path, { headers: this.#headers(), signal: abort.signal, cache: 'no-store' });
      if (!answer.ok) throw new Error(String(answer.status));
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#listen(abort, silenceMs);
        const cut = cutEvents(text + value);
        text = cut.rest;
        for (const { name, data } of cut.events) {
          if (name !== 'heartbeat') this.#onEvent(name, JSON.parse(data));
        }
        if (cut.events.length > 0) this.#tell({ state: 'live', tries: 0, since: null });
      }
    } catch {
      // Every way to lose a stream ends the same: below.
    }
    if (abort === this.#abort) this.#lose(false);
  }

  #listen(abort, withinMs) {
    this.#heardAt = Date.now();
    clearTimeout(this.#watch);
    if (!document.hidden) this.#watch = setTimeout(() => abort.abort(), withinMs);
  }

  #lose(browserSaysSo) {
    clearTimeout(this.#watch);
    clearTimeout(this.#retry);
    const abort = this.#abort;
    this.#abort = null;
    abort?.abort();
    const since = this.#link.since ?? Date.now();
    const isOff = browserSaysSo || !navigator.onLine || Date.now() - since >= offlineAfterMs;
    const tries = this.#link.tries + 1;
    this.#tell({ state: isOff ? 'offline' : 'reconnecting', tries, since });
    if (!document.hidden) this.#retry = setTimeout(() => this.now(), backOff(tries, Math.random()));
  }

  #tell(link) {
    if (link.state === this.#link.state && link.tries === this.#link.tries) return;
    this.#link = link;
    this.#onLink(link);
  }

  #rest() {
    clearTimeout(this.#watch);
    clearTimeout(this.#retry);
  }

  #wake() {
    if (document.hidden) return;
    const quietMs = Date.now() - this.#heardAt;
    if (!this.#abort || quietMs >= silenceMs) return this.now();
    const abort = this.#abort;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => abort.abort(), silenceMs - quietMs);
  }
}
