import type { Membership, Question, RangeEvent } from './model.ts';

/** Shorter prefixes of a hash name too many commits. */
const SHORTEST_HASH = 7;

/**
 * What can be said of a commit without the commit graph: that it is one of those named, or that everything is affected.
 * Between two commits only the graph knows the order, and of a version it knows nothing.
 */
export function gitMembership(events: readonly RangeEvent[], question: Question): Membership {
  if (isEverything(events)) {
    return {
      holds: 'yes',
      bound: { type: 'introduced', version: '0' },
      interval: { from: null, to: null },
      listed: null,
    };
  }
  const commit = question.commit ?? null;
  if (commit === null) return { holds: 'unsure', doubt: question.version == null ? 'no_version' : 'git_without_graph' };
  for (const event of events) {
    if (!isSameCommit(event.version, commit)) continue;
    if (event.type === 'fixed' || event.type === 'limit' || event.type === 'after')
      return { holds: 'no', bound: event };
    return { holds: 'yes', bound: event, interval: null, listed: event.version };
  }
  return { holds: 'unsure', doubt: 'git_without_graph' };
}

/** Whether the text is a commit hash, whole or shortened. */
export function isCommit(text: string): boolean {
  if (text.length < SHORTEST_HASH || text.length > 64) return false;
  for (const character of text) if (!'0123456789abcdefABCDEF'.includes(character)) return false;
  return true;
}

/** Whether the text cannot well be anything but a commit hash: a shortened one of digits might be a number. */
export function isPlainlyCommit(text: string): boolean {
  if (!isCommit(text)) return false;
  const letters = text.replaceAll(/\d/g, '').length;
  return letters >= (text.length < LONG_HASH ? LETTERS_OF_SHORT : 1);
}

const LONG_HASH = 12;
const LETTERS_OF_SHORT = 3;

function isEverything(events: readonly RangeEvent[]): boolean {
  return (
    events.length > 0 &&
    events.every((event) => event.type === 'introduced') &&
    events.some((event) => event.version === '0')
  );
}

function isSameCommit(a: string, b: string): boolean {
  if (!isCommit(a) || !isCommit(b)) return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.toLowerCase().startsWith(short.toLowerCase());
}
