import type { Claim } from '../../ranges/model.ts';
import { generic } from '../../versions/generic.ts';
import type { VersionScheme } from '../../versions/scheme.ts';
import { isExact, isLikely } from '../decide/confidence.ts';
import type { RecordOutcome } from '../evaluate/deciding-entry.ts';
import type { NamedFix } from '../match.ts';

type Telling = Pick<RecordOutcome, 'evaluation' | 'assertion' | 'identity' | 'kind'>;

/**
 * The smallest fixed version of the package above the one asked about, as the record that proves most says it; null where none says.
 * Without a version it is the last that the records about the package itself name: by one of them, earlier ones are still affected.
 */
export function fixedIn(outcomes: readonly Telling[], version: string | null): NamedFix | null {
  const fixes = outcomes.filter(isOfThePackage).flatMap((outcome): (NamedFix & { readonly exact: boolean })[] => {
    const fixed = fixOf(outcome, version);
    if (fixed === null) return [];
    const { assertion, identity, kind } = outcome;
    const { record, subject } = assertion;
    return [{ version: fixed, source: record.source, record: record.id, subject, kind, exact: isExact(identity) }];
  });
  const [first] = fixes;
  if (first === undefined) return null;
  const same = fixes.filter(({ exact }) => exact === first.exact);
  const { exact: _, ...fix } =
    version === null ? (same.toSorted((a, b) => generic.compare(b.version, a.version))[0] ?? first) : first;
  return fix;
}

/** A build, and a repackaging with numbers of its own, fix nothing but themselves; a product of a similar name is another product. */
function isOfThePackage({ identity, kind }: Telling): boolean {
  if (identity.rule === 'asked_ecosystem') return true;
  return (
    isLikely(identity) &&
    identity.rule !== 'tracked_similar' &&
    kind !== 'build' &&
    !identity.naming.includes('jll_suffix')
  );
}

function fixOf({ evaluation, assertion }: Telling, version: string | null): string | null {
  const { bound, reason } = evaluation.proof;
  if (version !== null && reason === 'in_range' && bound?.type === 'fixed') return bound.version;
  const fixes = assertion.claims.flatMap(fixesOf);
  const above = fixes.filter((fix) => version === null || fix.scheme.compare(fix.version, version) > 0);
  // One record may order its entries in several ways; the first that has a fix decides.
  const [first] = above;
  if (first === undefined) return null;
  const ordered = above
    .filter(({ scheme }) => scheme === first.scheme)
    .toSorted((a, b) => first.scheme.compare(a.version, b.version));
  return (version === null ? ordered.at(-1) : ordered[0])?.version ?? null;
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
