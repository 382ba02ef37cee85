// The presets as they are shown: what the host says, and over it every change that was asked for and is not yet seen.
// A change that the host does not make is taken away again, and what the host says stands as before. Touches no DOM.

export const emptyShelf = { changes: [], message: null };

/// `{seq, kind, media, row, to}`: `add` and `remove` of a row, `move` to the index `to` of the rows that are shown.
export function applyShelf(shelf, event) {
  switch (event.type) {
    case 'changing': return { changes: [...shelf.changes, event.change], message: null };
    case 'changed': return { changes: shelf.changes.filter(change => change.seq !== event.seq), message: event.message ?? null };
    default: return shelf;
  }
}

/// The rows with the changes laid over them; laying one over rows that have it already changes nothing.
export const shownRows = (section, shelf) => shelf.changes.reduce(laidOver, section.rows);

export function laidOver(rows, { kind, media, row, to }) {
  const at = rows.findIndex(one => one.media === media);
  if (kind === 'remove') return at < 0 ? rows : rows.toSpliced(at, 1);
  if (kind === 'add') return at < 0 ? rows.toSpliced(to ?? rows.length, 0, row) : rows;
  return at < 0 ? rows : rows.toSpliced(at, 1).toSpliced(to, 0, rows[at]);
}

/// Whether a change of this station is still to be seen; a second press is then no second change.
export const isChanging = (shelf, media) => shelf.changes.some(change => change.media === media);

/// What a change sends, by what the host says now: `{control, values}`; null where it is done already.
export function requestOf(section, change) {
  const { kind, media, to } = change;
  const row = section.rows.find(one => one.media === media);
  if (kind === 'add') return row ? null : { control: change.control ?? section.add, values: { [section.add.field]: media, ...change.values } };
  if (!row) return null;
  if (kind === 'remove') return { control: { ...section.remove, path: row.path }, values: {} };
  const there = section.rows[Math.min(to, section.rows.length - 1)];
  if (there === row) return null;
  return { control: { ...section.move, path: row.path }, values: { [section.move.field]: there.position } };
}

/// The message of a change's end: why it was not made, or how it is taken back; null where what is shown says it.
export function messageOf(change, end) {
  if (!end) return null;
  if (end.verdict !== 'confirmed') return { tone: 'fails', text: end.text, code: end.code, action: null };
  const { notice } = end.answer;
  if (!notice?.action) return null;
  const { action } = notice;
  const undo = { kind: 'add', media: change.media, row: change.row, to: change.at, control: action, values: action.body };
  return { tone: 'rests', text: notice.text, code: null, action: { label: action.label, change: undo } };
}
