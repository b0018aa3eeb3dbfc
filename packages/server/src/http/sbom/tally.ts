import type { SbomCounts, SbomReason, Verdict } from '@almanac/contract';
import type { LeftOut } from './groups.ts';
import type { Judged } from './judge.ts';

/** Counts what becomes of components, and why nothing is known of some. */
export interface Tally {
  add(judged: Pick<Judged, 'group' | 'verdict' | 'verdictReason'>): void;
  counts(): SbomCounts;
  reasons(): SbomReason[];
  verdict(): { readonly verdict: Verdict; readonly verdictReason: string };
}

const MOST_EXAMPLES = 5;
/** Different reasons that are told apart; the document may hold as many as it has components. */
const MOST_REASONS = 100;
const OTHER = 'for other reasons';

export function openTally(leftOut: readonly LeftOut[]): Tally {
  const byVerdict = { affected: 0, not_affected: 0, unknown: 0 };
  const reasons = new Map<string, { -readonly [K in keyof SbomReason]: SbomReason[K] }>();
  for (const { name, place, reason } of leftOut) because('skipped', reason, 1, { name, place });

  return {
    add({ group, verdict, verdictReason }) {
      const { all, component } = group;
      byVerdict[verdict] += all.length;
      const { name, place } = component;
      if (verdict === 'unknown') because('unknown', verdictReason, all.length, { name, place });
    },
    counts,
    reasons: () => [...reasons.values()].toSorted((a, b) => b.count - a.count),
    verdict() {
      const { seen, affected, notAffected } = counts();
      const of = `of ${seen} ${seen === 1 ? 'component' : 'components'}`;
      if (affected > 0)
        return { verdict: 'affected', verdictReason: `${affected} ${of} ${affected === 1 ? 'is' : 'are'} affected` };
      if (seen === 0) return { verdict: 'unknown', verdictReason: 'the document names no component' };
      if (notAffected < seen) {
        const rest = seen - notAffected;
        return { verdict: 'unknown', verdictReason: `nothing can be said of ${rest} ${of}` };
      }
      return { verdict: 'not_affected', verdictReason: `none ${of} is affected` };
    },
  };

  function counts(): SbomCounts {
    const { affected, not_affected: notAffected, unknown } = byVerdict;
    const matched = affected + notAffected + unknown;
    return { seen: matched + leftOut.length, matched, affected, notAffected, unknown, skipped: leftOut.length };
  }

  function because(
    status: SbomReason['status'],
    reason: string,
    count: number,
    example: SbomReason['examples'][number],
  ): void {
    const key = `${status} ${reason}`;
    const isNew = !reasons.has(key) && reasons.size >= MOST_REASONS;
    const told = isNew ? OTHER : reason;
    const place = isNew ? `${status} ${OTHER}` : key;
    const known = reasons.get(place) ?? { status, reason: told, count: 0, examples: [] };
    known.count += count;
    if (known.examples.length < MOST_EXAMPLES) known.examples = [...known.examples, example];
    reasons.set(place, known);
  }
}
