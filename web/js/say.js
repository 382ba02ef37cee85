// The two live regions. At most one message a second, and the last one wins.

const gapMs = 1000;

export class Voice {
  #polite; #assertive;
  #waiting = null;
  #timer = null;

  constructor(polite, assertive) {
    this.#polite = polite;
    this.#assertive = assertive;
  }

  /// `{polite: text}` or `{assertive: text}`.
  say(message) {
    this.#waiting = message;
    if (!this.#timer) this.#speak();
  }

  #speak() {
    this.#timer = null;
    const message = this.#waiting;
    if (!message) return;
    this.#waiting = null;
    if (message.assertive) this.#assertive.textContent = message.assertive;
    else this.#polite.textContent = message.polite;
    this.#timer = setTimeout(() => this.#speak(), gapMs);
  }
}
