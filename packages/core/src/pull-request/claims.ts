import { extractCves, LONGEST_TEXT } from '../tracker/issue-text.ts';
import { generic } from '../versions/generic.ts';

/** What people have written with a diff. */
export interface PullText {
  readonly title: string | null;
  readonly body: string | null;
  readonly labels: readonly string[];
  /** The branch that it is for; null where it is not said. */
  readonly base: string | null;
}

/** That a CVE is fixed, and in which version where the text says so. */
export interface FixClaim {
  readonly cve: string;
  readonly version: string | null;
  readonly where: 'title' | 'body';
  readonly text: string;
}

/** The CVE ids of title and body. */
export function namedCves({ title, body }: PullText): ReadonlySet<string> {
  return new Set([...extractCves(title), ...extractCves(body)]);
}

const MOST_CLAIMS = 500;

/** What the text says is fixed. A line that says the contrary claims nothing. */
export function claimsOf({ title, body }: PullText): FixClaim[] {
  const lines = [
    ...(title === null ? [] : [{ where: 'title' as const, text: title.slice(0, LONGEST_TEXT) }]),
    ...(body ?? '')
      .slice(0, LONGEST_TEXT)
      .split('\n')
      .map((text) => ({ where: 'body' as const, text })),
  ];
  return lines
    .flatMap(({ where, text }) =>
      DENIAL.test(text)
        ? []
        : extractCves(text).map((cve) => ({ cve, version: fixedIn(text), where, text: text.trim() })),
    )
    .slice(0, MOST_CLAIMS);
}

const DENIAL = /\b(?:not|isn't|doesn't|unfixed|unpatched|still|remains?|yet to|without|no fix|except|todo)\b/i;
const FIXED: ReadonlySet<string> = new Set(['fixed', 'fixes', 'patched', 'resolved', 'addressed', 'solved']);
const IN: ReadonlySet<string> = new Set(['in', 'by', 'with', 'since']);

/** `fixed in 2.1`, `patched in version v2.1`. */
function fixedIn(text: string): string | null {
  const words = text.toLowerCase().split(/\s+/);
  for (const [i, word] of words.entries()) {
    if (!FIXED.has(word) || !IN.has(words[i + 1] ?? '')) continue;
    const [first = '', second = ''] = words.slice(i + 2);
    const version = bare(first === 'version' || first === 'release' ? second : first);
    if (generic.isValid(version)) return version;
  }
  return null;
}

/** Without the `v` of a tag and what a sentence puts behind. */
function bare(word: string): string {
  const from = word.startsWith('v') ? 1 : 0;
  let end = word.length;
  while (end > from && '.,;:)!-+'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(from, end);
}

/** Whether anybody has thought of the stable branches: a label, or a word in the text. */
export function speaksOfBackport({ title, body, labels }: PullText): boolean {
  return [title ?? '', (body ?? '').slice(0, LONGEST_TEXT), ...labels].some((text) => /back-?port/i.test(text));
}
