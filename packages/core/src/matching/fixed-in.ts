import type { Claim } from '../ranges/model.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { RecordOutcome } from './outcomes.ts';

/**
 * The smallest fixed version above the one asked about, as the record that proves most says it; null where none says.
 * Without a version it is the last fix of the record: what is past it is past all of them.
 */
export function fixedIn(
  outcomes: readonly Pick<RecordOutcome, 'evaluation' | 'assertion'>[],
  version: string | null,
): string | null {
  for (const { evaluation, assertion } of outcomes) {
    const { bound, reason } = evaluation.proof;
    if (version !== null && reason === 'in_range' && bound?.type === 'fixed') return bound.version;
    const fixes = assertion.claims.flatMap(fixesOf);
    const above = fixes.filter((fix) => version === null || fix.scheme.compare(fix.version, version) > 0);
    // One record may order its entries in several ways; the first that has a fix decides.
    const [first] = above;
    if (first === undefined) continue;
    const ordered = above
      .filter(({ scheme }) => scheme === first.scheme)
      .toSorted((a, b) => first.scheme.compare(a.version, b.version));
    return (version === null ? ordered.at(-1) : ordered[0])?.version ?? null;
  }
  return null;
}

interface Fix {
  readonly scheme: VersionScheme;
  readonly version: string;
}

/** Where what is affected ends, or what is not begins. */
function fixesOf(claim: Claim): Fix[] {
  if (claim.type !== 'range' || claim.status === 'unknown') return [];
  const { scheme } = claim;
  const bounds = claim.intervals.map(({ from, to }) => (claim.status === 'affected' ? to : from));
  return bounds.flatMap((bound) => {
    const isFix = bound !== null && !bound.line && bound.inclusive === (claim.status === 'unaffected');
    return isFix ? [{ scheme, version: bound.version }] : [];
  });
}
