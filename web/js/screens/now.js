// Now: what is on, and how it is known.
import * as api from '../api.js';
import { fields, list, make, set, text, icon, draw as drawIcon } from '../dom.js';
import { shortcuts } from '../keys.js';
import { makeFrame } from '../ui/frame.js';

export function mount(el, context) {
  const reload = () => context.load('now');
  const frame = makeFrame(el, { reload, context });
  const air = make('p', { class: 'air' });
  const detail = make('p', { class: 'detail mono' });
  const tags = make('ul', { class: 'tags mono' });
  const empty = makeEmpty();
  const evidence = makeEvidence();
  const path = makePath();
  const browser = makeBrowser(context, reload);
  frame.body.append(make('div', { class: 'about' }, air, make('div', { class: 'line' }, detail, tags), empty.node), evidence.node, path.node, browser.node);

  return {
    reload,
    unmount: frame.unmount,
    draw(state) {
      const model = frame.draw(state, 'now');
      if (!model) return;
      text(air, model.onAir);
      air.hidden = !model.media;
      fields(detail, model.detail);
      list(tags, model.tags ?? [], tag => tag, () => make('li', { class: 'tag' }), text);
      tags.hidden = !model.tags?.length;
      empty.draw(model.empty);
      evidence.draw(model.evidence, model.tone);
      path.draw(model.signalPath);
      browser.draw(model.browser);
    },
  };
}

function makeEmpty() {
  const sentence = make('p');
  const link = make('a', { class: 'plain' });
  const node = make('div', { class: 'empty', hidden: true }, sentence, link);
  return {
    node,
    draw(empty) {
      node.hidden = !empty;
      text(sentence, empty?.text);
      text(link, empty?.label);
      set(link, 'href', empty?.page ? `#/${empty.page}` : null);
      link.hidden = !empty?.page;
    },
  };
}

/// The instrument: a scale from nothing to confirmed, a needle at what is seen now, and the facts in mono.
function makeEvidence() {
  const heading = make('h2', { class: 'eyebrow mono' });
  const needle = make('div', { class: 'needle' });
  const steps = make('ol', { class: 'steps mono' });
  const facts = make('p', { class: 'facts mono' });
  const meter = make('div', { class: 'meter' }, icon('ruler'), needle);
  const node = make('section', { class: 'evidence', hidden: true }, heading, meter, steps, facts);
  return {
    node,
    draw(evidence, tone) {
      node.hidden = !evidence;
      if (!evidence) return;
      text(heading, evidence.label);
      const scale = evidence.scale ?? [];
      meter.hidden = scale.length < 2;
      set(node, 'data-tone', tone);
      node.style.setProperty('--at', String(evidence.at / (scale.length - 1) || 0));
      list(steps, scale.map((word, index) => ({ word, index })), step => step.index, () => make('li'), (li, step) => {
        text(li, step.word);
        set(li, 'aria-current', step.index === evidence.at ? 'step' : null);
      });
      fields(facts, evidence.fields);
    },
  };
}

/// Hop by hop from the provider to the device; for owners.
function makePath() {
  const heading = make('h2', { class: 'eyebrow mono' });
  const sentence = make('p', { class: 'sentence' });
  const hops = make('ol', { class: 'hops' });
  const node = make('section', { class: 'path', hidden: true }, heading, sentence, hops);
  const create = () => make('li', {}, make('span', { class: 'hop mono' }, icon('rests'), make('span')),
    make('span', { class: 'hop-state mono' }), make('span', { class: 'hop-seen' }));
  const glyphs = { alive: 'sounds', dead: 'fails', waiting: 'waits' };
  return {
    node,
    draw(signalPath) {
      node.hidden = !signalPath;
      if (!signalPath) return;
      text(heading, signalPath.title);
      text(sentence, signalPath.sentence);
      list(hops, signalPath.hops, hop => hop.name, create, (li, hop) => {
        const [name, word, seen] = li.children;
        set(li, 'data-state', hop.state);
        drawIcon(name.firstChild, glyphs[hop.state] ?? 'rests');
        text(name.lastChild, hop.name);
        text(word, hop.stateText);
        text(seen, hop.seen);
      });
    },
  };
}

/// What belongs to this browser alone: the token and the keyboard.
function makeBrowser(context, reload) {
  const heading = make('h2', { class: 'eyebrow mono' });
  const check = make('input', { type: 'checkbox', id: 'shortcuts', change: () => shortcuts.turn(check.checked) });
  check.checked = shortcuts.isOn();
  const keysLabel = make('span');
  const keysText = make('span', { class: 'soft' });
  const pairing = makePairing(context, reload);
  const node = make('section', { class: 'browser', hidden: true }, heading, pairing.node,
    make('label', { class: 'switch', for: 'shortcuts' }, check, make('span', {}, keysLabel, keysText)));
  return {
    node,
    draw(browser) {
      node.hidden = !browser;
      if (!browser) return;
      text(heading, browser.title);
      text(keysLabel, browser.shortcuts.label);
      text(keysText, browser.shortcuts.text);
      pairing.draw(browser.pairing);
    },
  };
}

function makePairing(context, reload) {
  let control = null;
  const words = make('p', { class: 'pair-text', id: 'pair-text' });
  const codeWord = make('span', { class: 'mono' });
  const nameWord = make('span', { class: 'mono' });
  const code = make('input', { id: 'code', inputmode: 'numeric', autocomplete: 'one-time-code', required: true,
    maxlength: '16', 'aria-describedby': 'pair-text' });
  const name = make('input', { id: 'browser-name', autocomplete: 'off', required: true, maxlength: '64' });
  const button = make('button', { type: 'submit', class: 'plain' });
  const form = make('form', { class: 'pair', submit: redeem },
    make('label', { for: 'code' }, codeWord, code), make('label', { for: 'browser-name' }, nameWord, name), button);
  const forget = make('button', { type: 'button', class: 'plain', click: () => {
    api.token.forget();
    reload();
  } });
  const node = make('div', { class: 'pairing' }, words, form, forget);

  async function redeem(event) {
    event.preventDefault();
    if (!control) return;
    const end = await context.press(control, { values: { code: code.value.replace(/\D/g, ''), label: name.value.trim() } });
    if (!end?.answer?.token) return code.focus();
    api.token.set(end.answer.token);
    code.value = '';
    await reload();
    await new Promise(requestAnimationFrame);
    forget.focus();
  }

  return {
    node,
    draw(pairing) {
      node.hidden = !pairing;
      if (!pairing) return;
      control = pairing.control ?? null;
      text(words, pairing.text);
      form.hidden = pairing.paired;
      forget.hidden = !pairing.paired;
      text(codeWord, pairing.code?.label);
      text(nameWord, pairing.name?.label);
      text(button, pairing.control?.label);
      text(forget, pairing.forgetLabel);
    },
  };
}
