import { digitsEnd, isDigit } from './digits.ts';

/** A slice of the text: the digits of a number, where empty means zero. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parts of a PEP 440 version, as spans of its lower-case text. */
export interface PyPIVersion {
  readonly text: string;
  readonly epoch: Span;
  readonly release: Span;
  /** 0 for a development release of the release itself, 1 to 3 for a, b and rc, 4 for none of these. */
  readonly phase: number;
  readonly pre: Span | null;
  readonly post: Span | null;
  readonly dev: Span | null;
  /** Empty where there is no local label. */
  readonly local: Span;
}

const NONE: Span = { start: 0, end: 0 };
/** The spellings of PEP 440, "Pre-release spelling": the longer before the shorter that begins it. */
const PRE_WORDS: ReadonlyArray<readonly [word: string, phase: number]> = [
  ['alpha', 1],
  ['a', 1],
  ['beta', 2],
  ['b', 2],
  ['preview', 3],
  ['pre', 3],
  ['rc', 3],
  ['c', 3],
];
const POST_WORDS = ['post', 'rev', 'r'];
const HYPHEN = 45;

/** Parses by PEP 440, appendix B, in one pass; null where the text does not fit. */
export function parsePyPI(version: string): PyPIVersion | null {
  const text = version.trim().toLowerCase();
  let at = text.charCodeAt(0) === 118 ? 1 : 0;
  let end = digitsEnd(text, at);
  let epoch = NONE;
  if (end > at && text.charCodeAt(end) === 33) {
    epoch = { start: at, end };
    at = end + 1;
    end = digitsEnd(text, at);
  }
  if (end === at) return null;
  while (text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1))) end = digitsEnd(text, end + 1);
  const release = { start: at, end };
  if (end === text.length) return { text, epoch, release, phase: 4, pre: null, post: null, dev: null, local: NONE };

  let pre: Span | null = null;
  let phase = 4;
  for (const [word, place] of PRE_WORDS) {
    pre = labelled(text, end, word);
    if (pre === null) continue;
    phase = place;
    end = pre.end;
    break;
  }
  const post = postRelease(text, end);
  if (post !== null) end = post.end;
  const dev = labelled(text, end, 'dev');
  if (dev !== null) end = dev.end;
  if (phase === 4 && post === null && dev !== null) phase = 0;
  const local = localLabel(text, end);
  if (local === null) return null;
  return { text, epoch, release, phase, pre, post, dev, local };
}

function postRelease(text: string, at: number): Span | null {
  if (text.charCodeAt(at) === HYPHEN && isDigit(text.charCodeAt(at + 1))) {
    return { start: at + 1, end: digitsEnd(text, at + 1) };
  }
  for (const word of POST_WORDS) {
    const post = labelled(text, at, word);
    if (post !== null) return post;
  }
  return null;
}

/** A word with an optional separator before and after it, and an optional number: the span of the number. */
function labelled(text: string, at: number, word: string): Span | null {
  const from = isSeparator(text.charCodeAt(at)) ? at + 1 : at;
  if (!text.startsWith(word, from)) return null;
  const after = from + word.length;
  const start = isSeparator(text.charCodeAt(after)) ? after + 1 : after;
  return { start, end: digitsEnd(text, start) };
}

/** The label after `+`, empty where the text is at its end, null where something else follows. */
function localLabel(text: string, at: number): Span | null {
  if (at === text.length) return NONE;
  if (text.charCodeAt(at) !== 43) return null;
  let inPart = false;
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code) || (code >= 97 && code <= 122)) inPart = true;
    else if (inPart && isSeparator(code)) inPart = false;
    else return null;
  }
  return inPart ? { start: at + 1, end: text.length } : null;
}

/** `-`, `.` and `_` mean the same everywhere in PEP 440. */
export function isSeparator(code: number): boolean {
  return code === HYPHEN || code === 46 || code === 95;
}
