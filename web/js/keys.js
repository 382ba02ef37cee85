// The keyboard map, and its switch.
import { nowModel } from './store.js';

const switchKey = 'longwave.shortcuts';

export const shortcuts = {
  isOn: () => localStorage.getItem(switchKey) !== 'off',
  turn: on => localStorage.setItem(switchKey, on ? 'on' : 'off'),
};

/// Single letters act only while no field has the focus (WCAG 2.1.4); Space leaves buttons and links alone.
export function listenForKeys(context) {
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !shortcuts.isOn()) return;
    const focused = document.activeElement;
    if (focused?.matches('input, textarea, select')) return;
    if (event.key === ' ' && focused?.matches('button, a, summary')) return;
    const act = map[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(context);
  });
}

const map = {
  ' ': context => {
    const model = nowModel(context.state());
    const isOn = model?.tone === 'sounds' || model?.tone === 'waits';
    pressKey(context, isOn ? 'stop' : 'play');
  },
  m: context => pressKey(context, 'mute'),
  n: context => pressKey(context, 'next'),
  p: context => pressKey(context, 'previous'),
  j: () => step(1),
  k: () => step(-1),
  '/': context => {
    const field = document.querySelector('input[type=search]');
    if (field) field.focus();
    else context.go('radio');
  },
};

function pressKey(context, id) {
  const control = nowModel(context.state())?.controls.find(control => control.id === id);
  if (control) context.press(control);
}

/// Moves the focus along the rows.
function step(by) {
  const rows = [...document.querySelectorAll('.row')];
  const at = rows.indexOf(document.activeElement);
  const next = at < 0 ? rows[0] : rows[at + by];
  next?.focus();
}
