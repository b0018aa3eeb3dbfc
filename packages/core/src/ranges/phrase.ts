import { boundAt } from './bound.ts';
import type { Bound, Doubt, Interval } from './model.ts';
import { type Item, isAscending, itemsOf } from './phrase-items.ts';
import { tokensOf } from './phrase-tokens.ts';

/** What a sentence about versions says: alternatives, each an interval or one version. */
export type Phrase =
  | { readonly parts: readonly (Interval | { readonly exact: string })[] }
  | {
      readonly doubt: Extract<Doubt, 'text_unreadable' | 'text_names_product' | 'text_ambiguous' | 'version_unstated'>;
    };

/**
 * Reads what people write where a version belongs: "< 1.2.3", ">= 1.0, < 1.2", "1.0 - 1.5", "before 1.2", "5.5.58 and prior",
 * "All versions < V1.3", "5.0.x, 5.2.x". Words of the product's own name may stand in front and mean nothing;
 * any other unknown word makes the sentence unreadable, for it might change its meaning.
 */
export function readPhrase(sentence: string, ownName: ReadonlySet<string> = new Set()): Phrase {
  if (isUnstated(sentence)) return { doubt: 'version_unstated' };
  const fix = FIX.exec(sentence.slice(0, MAX_FIX));
  if (fix !== null) return readFix(fix, ownName);
  const items = itemsOf(tokensOf(sentence), ownName);
  if (typeof items === 'string') return { doubt: items };
  return items.length === 0 ? { doubt: 'version_unstated' } : combine(items);
}

/** How OpenSSL's older records write a range: "Fixed in OpenSSL 3.0.5 (Affected 3.0.0-3.0.4)". */
const FIX = /^fixed in (?<name>[\w ]{0,40}?) ?(?<fixed>\d\S{0,30}) \(affected (?<affected>[^()]{1,200})\)$/i;
const MAX_FIX = 300;

function readFix({ groups = {} }: RegExpExecArray, ownName: ReadonlySet<string>): Phrase {
  const { name = '', fixed = '', affected = '' } = groups;
  const words = name.toLowerCase().split(' ');
  const phrase = readPhrase(affected.replaceAll(/-(?=\d)/g, ' - '));
  if (name !== '' && !words.every((word) => ownName.has(word))) return { doubt: 'text_unreadable' };
  // A fix that is only in development is not a version that anybody can have.
  if ('doubt' in phrase || fixed.endsWith('-dev')) return phrase;
  const [first] = phrase.parts;
  const from = first === undefined ? null : 'exact' in first ? boundAt(first.exact, true) : first.from;
  return { parts: [{ from, to: boundAt(fixed, false) }] };
}

/** Texts that stand for "no version was given". */
export function isUnstated(sentence: string): boolean {
  const lower = sentence.trim().toLowerCase();
  return UNSTATED.has(lower) || lower.startsWith('see ') || lower.startsWith('http://') || lower.startsWith('https://');
}

const UNSTATED: ReadonlySet<string> = new Set(
  [
    ['', '-', '--', '?', 'n/a', 'na', 'n.a.', 'none', 'null', 'unspecified', 'unknown', 'undefined', 'tbd', 'other'],
    ['not specified', 'not available', 'not applicable', 'unknown version', 'various', 'various versions', 'multiple'],
    ['multiple versions', 'earlier', 'earlier versions', 'previous versions', 'publication', 'latest', 'current'],
  ].flat(),
);

/** A lower bound goes with the upper bound after it. Two upper bounds without a lower one could be "and" or "or". */
function combine(items: readonly Item[]): Phrase {
  const [first, second] = items;
  if (items.length === 2 && first?.side === 'upper' && second?.side === 'lower') {
    return { parts: [{ from: second.bound, to: first.bound }] };
  }
  const parts: (Interval | { exact: string })[] = [];
  let pending: Bound | null = null;
  let bareEnds = 0;
  for (const item of items) {
    if (item.side === 'upper') {
      bareEnds += pending === null ? 1 : 0;
      parts.push({ from: pending, to: item.bound });
      pending = null;
      continue;
    }
    // In `>= 3.0.0, 3.5.0` a comparator is missing: the second version would add nothing to the first bound.
    if (pending !== null && item.side === 'exact' && isAscending(pending.version, item.exact)) {
      return { doubt: 'text_ambiguous' };
    }
    if (pending !== null) parts.push({ from: pending, to: null });
    pending = item.side === 'lower' ? item.bound : null;
    if (item.side === 'both') parts.push(item.interval);
    if (item.side === 'exact') parts.push({ exact: item.exact });
  }
  if (pending !== null) parts.push({ from: pending, to: null });
  return bareEnds > 1 ? { doubt: 'text_ambiguous' } : { parts };
}
