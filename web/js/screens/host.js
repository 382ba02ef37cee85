// Host: what this box is and how it is, as labelled lines.
import { draw as drawIcon, icon, list, make, set, text } from '../dom.js';
import { makeFrame } from '../ui/frame.js';

export function mount(el, context) {
  const reload = () => context.load('host');
  const frame = makeFrame(el, { reload, context });
  const groups = make('div', { class: 'groups' });
  frame.body.append(groups);
  return {
    reload,
    moved: reload,
    unmount: frame.unmount,
    draw(state) {
      const model = frame.draw(state, 'host');
      if (model) list(groups, model.groups, group => group.title, makeGroup, drawGroup);
    },
  };
}

const makeGroup = () => make('section', {}, make('h2', { class: 'eyebrow mono' }), make('ul', { class: 'lines' }));

function drawGroup(section, group) {
  text(section.firstChild, group.title);
  list(section.lastChild, group.lines, line => line.label, makeLine, drawLine);
}

const makeLine = () => make('li', {}, make('span', { class: 'hop mono' }, icon('rests'), make('span')), make('span'));

function drawLine(li, line) {
  const [label, words] = li.children;
  set(li, 'data-tone', line.tone);
  drawIcon(label.firstChild, line.tone);
  text(label.lastChild, line.label);
  text(words, line.text);
}
