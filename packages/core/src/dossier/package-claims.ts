import { compareText } from '../ids/order.ts';
import { readAdvisory } from '../ranges/advisory.ts';
import { readCve } from '../ranges/cve.ts';
import type { Assertion, Claim, RangeClaim } from '../ranges/model.ts';
import { readNvd } from '../ranges/nvd.ts';
import { readOsv } from '../ranges/osv.ts';
import { list, member } from '../ranges/untyped.ts';
import { type SubjectKind, subjectKindOf } from '../records/subject-kind.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { RecordSource } from './facts.ts';
import { isOfRebuild } from './osv-databases.ts';
import { isRestForm, type RecordDocument } from './record-state.ts';
import { textOf } from './upstream-text.ts';

/** What one author of one record says about one package or product. */
export interface PackageClaim {
  readonly source: RecordSource;
  readonly record: string;
  /** The container of a CVE record. */
  readonly by: string | null;
  /** The versions are those of someone's own builds. */
  readonly rebuild: boolean;
  readonly assertion: Assertion;
  readonly fixes: Fixes;
}

export interface Fixes {
  /** Ascending, each once. */
  readonly versions: readonly string[];
  readonly commits: readonly string[];
  /** By which the versions are ordered; null where no range says. */
  readonly scheme: VersionScheme | null;
}

/** What a record says about packages, in its order. */
export function packageClaims(document: RecordDocument): PackageClaim[] {
  const patched = patchedBy(document);
  const rebuild = (document.source === 'osv' || document.source === 'advisory') && isOfRebuild(document);
  return assertionsOf(document).map((assertion) => {
    const { subject, record } = assertion;
    const stated = patched.get(JSON.stringify([subject.ecosystem, subject.name])) ?? [];
    const fixes = fixesOf(assertion, stated);
    return { source: document.source, record: document.key, by: record.by ?? null, rebuild, assertion, fixes };
  });
}

/** What a claim is about. A distribution's record is about its builds, whatever it calls them. */
export function kindOfClaim({ assertion, rebuild }: PackageClaim): SubjectKind {
  const kind = subjectKindOf(assertion.subject, assertion.claims);
  return rebuild && (kind === 'package' || kind === 'product') ? 'build' : kind;
}

function assertionsOf({ source, value }: RecordDocument): readonly Assertion[] {
  if (source === 'cve_list_v5') return readCve(value).assertions;
  if (source === 'nvd') return readNvd(value).assertions;
  return (source === 'advisory' && isRestForm(value) ? readAdvisory(value) : readOsv(value, source)).assertions;
}

/** The versions that an advisory calls patched: a range that ends with an affected version names none. */
function patchedBy({ source, value }: RecordDocument): ReadonlyMap<string, readonly string[]> {
  const patched = new Map<string, string[]>();
  if (source !== 'advisory' || !isRestForm(value)) return patched;
  for (const vulnerability of list(member(value, 'vulnerabilities'))) {
    const subject = readAdvisory({ vulnerabilities: [vulnerability] }).assertions[0]?.subject;
    const stated = member(vulnerability, 'first_patched_version');
    const version = textOf(stated, MAX_VERSION) ?? textOf(member(stated, 'identifier'), MAX_VERSION);
    if (subject === undefined || version === null) continue;
    const key = JSON.stringify([subject.ecosystem, subject.name]);
    const known = patched.get(key) ?? [];
    if (known.length < MAX_FIXES) known.push(version);
    patched.set(key, known);
  }
  return patched;
}

const MAX_VERSION = 200;
const MAX_FIXES = 50;

/** The fixes that an assertion names; `stated` are those that its record names besides. */
export function fixesOf({ claims, otherwise }: Assertion, stated: readonly string[] = []): Fixes {
  const versions = new Set(stated);
  const commits = new Set<string>();
  let scheme: VersionScheme | null = null;
  for (const claim of claims) {
    if (claim.type === 'range') scheme ??= claim.scheme;
    for (const version of endsOf(claim, otherwise === 'affected')) {
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
function endsOf(claim: Claim, allButThese: boolean): string[] {
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
