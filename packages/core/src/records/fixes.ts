import { compareText } from '../ids/order.ts';
import type { Assertion, Claim, RangeClaim } from '../ranges/model.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { Fixes } from './model.ts';

const MAX_VERSION = 200;
const MAX_FIXES = 50;

/** The fixes that an assertion names; `stated` are those that its record names besides. */
export function findFixes({ claims, defaultStatus }: Assertion, stated: readonly string[] = []): Fixes {
  const versions = new Set(stated);
  const commits = new Set<string>();
  let scheme: VersionScheme | null = null;
  for (const claim of claims) {
    if (claim.type === 'range') scheme ??= claim.scheme;
    for (const version of listEnds(claim, defaultStatus === 'affected')) {
      if (version.length <= MAX_VERSION) (claim.type === 'git' ? commits : versions).add(version);
    }
  }
  const order = scheme === null ? compareText : (a: string, b: string) => scheme.compare(a, b) || compareText(a, b);
  return {
    versions: [...versions].sort(order).slice(0, MAX_FIXES),
    commits: [...commits].slice(0, MAX_FIXES),
    scheme,
  };
}

/**
 * Where what is affected ends with a version that is not. Records that say "all but these" (Linux) state it the other way round:
 * there a fix is where an unaffected range begins.
 */
function listEnds(claim: Claim, allButThese: boolean): string[] {
  if (claim.type === 'git') {
    if (claim.status === 'affected')
      return claim.events.filter(({ type }) => type === 'fixed').map(({ version }) => version);
    return [];
  }
  if (claim.type !== 'range') return [];
  if (claim.status === 'affected') return upperEnds(claim);
  if (claim.status !== 'unaffected' || !allButThese) return [];
  return claim.intervals.flatMap(({ from }) => (from === null || from.line || !from.inclusive ? [] : [from.version]));
}

function upperEnds({ intervals }: RangeClaim): string[] {
  return intervals.flatMap(({ to }) => (to === null || to.inclusive || to.line ? [] : [to.version]));
}
