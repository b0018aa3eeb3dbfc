import type { Neighbours } from '../../queries/graph-neighbours.ts';

export interface RankedCve {
  readonly id: string;
  readonly score: number;
  /** Places in the lists of what is shared. */
  readonly packages: readonly number[];
  readonly weaknesses: readonly number[];
}

/** A package in common says more than a kind of mistake in common. */
const WEIGHTS = { packages: 1, weaknesses: 0.25 };

/**
 * CVEs by what they have in common with one. Each thing that is shared counts the less the more share it: its weight over the binary
 * logarithm of how many do, and one more. Ties go to the newer id.
 */
export function rankRelated(
  { packages, weaknesses }: Pick<Neighbours, 'packages' | 'weaknesses'>,
  by: 'all' | 'packages' | 'weaknesses',
): RankedCve[] {
  const found = new Map<string, { score: number; packages: number[]; weaknesses: number[] }>();
  const add = (kind: 'packages' | 'weaknesses', lists: readonly { readonly cves: readonly string[] }[]) => {
    for (const [place, { cves }] of lists.entries()) {
      for (const cve of cves) {
        const one = found.get(cve) ?? { score: 0, packages: [], weaknesses: [] };
        one.score += WEIGHTS[kind] / Math.log2(cves.length + 2);
        one[kind].push(place);
        found.set(cve, one);
      }
    }
  };
  if (by !== 'weaknesses') add('packages', packages);
  if (by !== 'packages') add('weaknesses', weaknesses);
  return [...found]
    .map(([id, one]) => ({
      id,
      score: Math.round(one.score * 1000) / 1000,
      packages: one.packages,
      weaknesses: one.weaknesses,
    }))
    .sort((a, b) => b.score - a.score || newer(a.id, b.id));
}

function newer(a: string, b: string): number {
  const [yearA = 0, numberA = 0] = a.slice(4).split('-').map(Number);
  const [yearB = 0, numberB = 0] = b.slice(4).split('-').map(Number);
  return yearB - yearA || numberB - numberA;
}
