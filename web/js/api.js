// Asking the host: page models, and commands with their ends.
import { words } from './words.js';

const answerWithinMs = 12000;
const tokenKey = 'longwave.token';

export const token = {
  get: () => localStorage.getItem(tokenKey),
  set: value => localStorage.setItem(tokenKey, value),
  forget: () => localStorage.removeItem(tokenKey),
};

export function headers() {
  const held = token.get();
  return held ? { Authorization: `Bearer ${held}` } : {};
}

/// A page model, or a failure to throw: `{text, code}`. A token that the host no longer knows is forgotten.
export async function page(name, query, signal) {
  const search = query ? `?q=${encodeURIComponent(query)}` : '';
  let answer;
  try {
    answer = await fetch(`/v1/pages/${name}${search}`, { headers: headers(), signal, cache: 'no-cache' });
    if (answer.status === 401 && token.get()) {
      token.forget();
      answer = await fetch(`/v1/pages/${name}${search}`, { signal, cache: 'no-cache' });
    }
    if (answer.ok) return await answer.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw { text: words.noPage, code: null };
  }
  const problem = await read(answer);
  throw { text: problem.detail ?? problem.title ?? words.noPage, code: problem.code ?? `http_${answer.status}` };
}

/// Sends what a control says and gives its end: `{verdict, text, code, player, answer}`. Never sends twice.
export async function send(control, values) {
  let answer;
  try {
    answer = await fetch(control.path, {
      method: control.method,
      headers: { ...headers(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...control.body, ...values }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
  } catch {
    return { verdict: 'unconfirmed', text: words.noAnswer, code: null };
  }
  const body = await read(answer);
  const verdict = body.verdict ?? (answer.status === 202 ? 'unconfirmed' : answer.ok ? 'confirmed' : 'failed');
  return {
    verdict,
    text: body.detail ?? body.title ?? body.notice?.text ?? words.noAnswer,
    code: body.code ?? (answer.ok ? null : `http_${answer.status}`),
    player: body.player,
    answer: body,
  };
}

/// The JSON of an answer; nothing where there is none (a proxy's own error page).
async function read(answer) {
  try {
    return await answer.json();
  } catch {
    return {};
  }
}
