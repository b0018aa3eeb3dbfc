import type { SbomCounts, SbomReason, UnknownReason, Verdict } from '@almanac/contract';
import type { LeftOut } from './groups.ts';
import type { JudgedGroup } from './judge.ts';

/** Counts what becomes of components, and why nothing is known of some. */
export interface Tally {
  add(judged: Pick<JudgedGroup, 'group' | 'verdict' | 'verdictReason' | 'unknownReasons'>): void;
  counts(): SbomCounts;
  reasons(): SbomReason[];
  verdict(): { readonly verdict: Verdict; readonly verdictReason: string };
}

const MOST_EXAMPLES = 5;
/** Different reasons that are told apart; the document may hold as many as it has components. */
const MOST_REASONS = 100;
const OTHER = 'for other reasons';

export function openTally(leftOut: readonly LeftOut[]): Tally {
  const byVerdict = { affected: 0, not_affected: 0, none_known: 0, unknown: 0 };
  const reasons = new Map<string, { -readonly [K in keyof SbomReason]: SbomReason[K] }>();
  for (const { name, place, reason } of leftOut) because('skipped', reason, 1, { name, place });

  return {
    add({ group, verdict, verdictReason, unknownReasons }) {
      const { all, component } = group;
      byVerdict[verdict] += all.length;
      const { name, place } = component;
      if (verdict === 'unknown') because('unknown', verdictReason, all.length, { name, place }, unknownReasons);
    },
    counts,
    reasons: () => [...reasons.values()].toSorted((a, b) => b.count - a.count),
    verdict() {
      const { seen, affected, notAffected, unknown, skipped } = counts();
      const of = `of ${seen} ${seen === 1 ? 'component' : 'components'}`;
      if (affected > 0) return said('affected', `${affected} ${of} ${affected === 1 ? 'is' : 'are'} affected.`);
      if (seen === 0) return said('unknown', 'The document lists no components.');
      const undecided = unknown + skipped;
      if (undecided > 0) {
        return said('unknown', `${undecided} ${of} ${undecided === 1 ? 'is' : 'are'} unknown; see the reasons.`);
      }
      if (notAffected === 0) return said('none_known', `No vulnerabilities are known for any ${of}.`);
      return said('not_affected', `None ${of} is affected.`);
    },
  };

  function counts(): SbomCounts {
    const { affected, not_affected: notAffected, none_known: noneKnown, unknown } = byVerdict;
    const matched = affected + notAffected + noneKnown + unknown;
    return {
      seen: matched + leftOut.length,
      matched,
      affected,
      notAffected,
      noneKnown,
      unknown,
      skipped: leftOut.length,
    };
  }

  function because(
    status: SbomReason['status'],
    reason: string,
    count: number,
    example: SbomReason['examples'][number],
    unknownReasons: readonly UnknownReason[] = [],
  ): void {
    const key = `${status} ${reason}`;
    const isNew = !reasons.has(key) && reasons.size >= MOST_REASONS;
    const told = isNew ? OTHER : reason;
    const place = isNew ? `${status} ${OTHER}` : key;
    const known = reasons.get(place) ?? {
      status,
      reason: told,
      unknownReasons: [...unknownReasons],
      count: 0,
      examples: [],
    };
    known.count += count;
    if (known.examples.length < MOST_EXAMPLES) known.examples = [...known.examples, example];
    reasons.set(place, known);
  }
}

function said(verdict: Verdict, verdictReason: string) {
  return { verdict, verdictReason };
}
