import { LONGEST_TEXT } from './issue-text.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  ['close', 'closes', 'closed', 'fix', 'fixes', 'fixed', 'resolve', 'resolves', 'resolved'].values(),
);
const MOST_NUMBERS = 200;

/**
 * The issues that a pull request's text says it closes, by GitHub's own keywords: `Fixes #12`, `closes: NixOS/nixpkgs#12`,
 * `resolves https://github.com/NixOS/nixpkgs/issues/12`. `repository` is `owner/name`; others are other people's numbers.
 */
export function closedBy(text: string | null, repository: string): number[] {
  const found = new Set<number>();
  let before = '';
  for (const word of splitWords(text)) {
    const number = KEYWORDS.has(before) ? numberIn(word, repository) : null;
    if (number !== null) found.add(number);
    before = bare(word).toLowerCase();
  }
  return [...found].slice(0, MOST_NUMBERS);
}

/** Every issue or pull request of the repository that a text mentions. */
export function mentionedIn(text: string | null, repository: string): number[] {
  const found = new Set<number>();
  for (const word of splitWords(text)) {
    const number = numberIn(word, repository);
    if (number !== null) found.add(number);
    if (found.size >= MOST_NUMBERS) break;
  }
  return [...found];
}

/** The pull request that this one brings to a release, as the bot or a person writes it. */
export function findBackport(title: string, body: string | null, repository: string): number | null {
  const words = splitWords(body);
  const isBackport = title.trim().toLowerCase().startsWith('[backport');
  for (const [at, word] of words.entries()) {
    const number = numberIn(word, repository);
    if (number === null) continue;
    const said = words
      .slice(Math.max(0, at - 5), at)
      .map((each) => bare(each).toLowerCase())
      .join(' ');
    if (/(?:^| )(?:backports?(?: of)?|triggered by a label in)$/.test(said)) return number;
    if (isBackport && /(?:^| )cherry[- ]picked from$/.test(said)) return number;
  }
  return null;
}

/** The words of a text, without comments of its template, which nobody wrote. */
function splitWords(text: string | null): string[] {
  return withoutComments((text ?? '').slice(0, LONGEST_TEXT)).split(/\s+/);
}

function withoutComments(text: string): string {
  let kept = '';
  let at = 0;
  for (let open = text.indexOf('<!--'); open !== -1; open = text.indexOf('<!--', at)) {
    kept += `${text.slice(at, open)} `;
    const close = text.indexOf('-->', open);
    if (close === -1) return kept;
    at = close + 3;
  }
  return kept + text.slice(at);
}

/** Brackets, stars and points around a word. */
function bare(word: string): string {
  const short = word.slice(0, 300);
  let [from, to] = [0, short.length];
  while (from < to && isMark(short, from)) from += 1;
  while (to > from && isMark(short, to - 1)) to -= 1;
  return short.slice(from, to);
}

function isMark(text: string, at: number): boolean {
  return '()[]{}<>*_~`\'",.;:!?-'.includes(text[at] ?? ' ');
}

const REFERENCE = /^(?:([\w.-]{1,100}\/[\w.-]{1,100}))?#(\d{1,9})$/;
const ADDRESS = /^https?:\/\/github\.com\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:issues|pull)\/(\d{1,9})(?:[/?#].*)?$/;

function numberIn(word: string, repository: string): number | null {
  // Most words are neither: they are not looked at any closer.
  if (!word.includes('#') && !word.includes('/')) return null;
  const text = bare(word);
  const [, named, number] = REFERENCE.exec(text) ?? ADDRESS.exec(text) ?? [];
  if (number === undefined) return null;
  const isOurs = named === undefined || named.toLowerCase() === repository.toLowerCase();
  return isOurs && Number(number) > 0 ? Number(number) : null;
}
