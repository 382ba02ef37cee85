// The page's own words: the state of its connection, which must be sayable when no server answers. Every other word
// comes from a page model.

export const words = {
  product: 'Longwave',
  player: 'Player',
  skip: 'Skip to content',
  loading: 'Loading',
  connecting: 'Connecting',
  asOf: time => `As of ${time}`,
  reconnecting: tries => `Reconnecting · ${tries}`,
  offlineSince: time => `Offline since ${time}`,
  lost: 'Connection to the host lost',
  back: 'Connected again',
  tryNow: 'Try now',
  tryAgain: 'Try again',
  notConnected: 'Not connected to the host.',
  noAnswer: 'No answer from the host.',
  noPage: 'The host did not answer for this page.',
};

/// Hours and minutes of this browser's day, as `21:04`.
export function timeOfDay(ms) {
  const date = new Date(ms);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}
