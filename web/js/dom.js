// Making and patching nodes. Data enters as text and attributes only.

const svg = 'http://www.w3.org/2000/svg';

/// `make('p', {class: 'mono'}, child, …)`; functions are listeners, false and null attributes are left out.
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else set(node, name, value);
  }
  node.append(...children);
  return node;
}

/// An ornament of the sprite; words stand beside it.
export function icon(name) {
  const node = document.createElementNS(svg, 'svg');
  node.setAttribute('class', 'icon');
  node.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(svg, 'use');
  node.append(use);
  draw(node, name);
  return node;
}

/// Gives an icon another symbol.
export function draw(node, name) {
  set(node.firstChild, 'href', `/icons/sprite.svg#${name}`);
}

/// Writes a text only where it differs: equal writes wake screen readers.
export function text(node, value) {
  const words = value ?? '';
  if (node.textContent !== words) node.textContent = words;
}

/// Sets an attribute; null and false take it away.
export function set(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else {
    const words = value === true ? '' : String(value);
    if (node.getAttribute(name) !== words) node.setAttribute(name, words);
  }
}

/// Makes the children of `parent` those of `items`, in order, and keeps the nodes of keys that stay.
/// `update(node, item)` patches one; nodes are kept in `parent.nodes`.
export function list(parent, items, key, create, update) {
  const old = parent.nodes ?? new Map();
  const nodes = new Map();
  const names = new Set(items.map(key));
  for (const [name, node] of old) if (!names.has(name)) node.remove();
  let place = parent.firstChild;
  for (const item of items) {
    const name = key(item);
    const node = old.get(name) ?? create(item);
    nodes.set(name, node);
    update(node, item);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
  parent.nodes = nodes;
}

/// Writes parts divided by a middle dot; a line breaks between two rather than inside one.
export function fields(node, parts) {
  text(node, (parts ?? []).map(part => part.replaceAll(' ', '\u00a0')).join(' · '));
}
