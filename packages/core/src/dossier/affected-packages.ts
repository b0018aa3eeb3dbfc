import { compareText } from '../ids/order.ts';
import { printPurl } from '../purl/build.ts';
import { purlOfPackage } from '../purl/packages.ts';
import type { Claim, RangeEvent, Status } from '../ranges/model.ts';
import { claimInWords } from '../ranges/words.ts';
import { isUnaffected } from '../records/statements.ts';
import { shortened } from '../records/text.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { RecordSource } from './facts.ts';
import type { PackageClaim } from './package-claims.ts';

/** One statement about versions, for people and for programs. */
export interface AffectedRange {
  readonly status: Status;
  readonly words: string;
  /** Empty where the record names versions one by one, or says what cannot be read. */
  readonly events: readonly RangeEvent[];
}

/** What one source says about one package or product. */
export interface AffectedPackage {
  /** Null where the source names a product, not a package of an ecosystem. */
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
  readonly purl: string | null;
  readonly ranges: readonly AffectedRange[];
  /** The first versions that are not affected, ascending; several where several lines are kept. */
  readonly fixedIn: readonly string[];
  readonly fixCommits: readonly string[];
  readonly source: RecordSource;
  /** A distribution's own build: its versions are not those of the software it was built from. */
  readonly rebuild: boolean;
  readonly records: readonly string[];
  /** What a version is when no range speaks of it. */
  readonly otherwise: Status;
}

export interface AffectedPackages {
  readonly packages: readonly AffectedPackage[];
  /** How many more there are. */
  readonly truncated: number;
}

/** Sources of packages before sources of products. */
const SOURCE_ORDER: readonly RecordSource[] = ['advisory', 'osv', 'cve_list_v5', 'nvd'];
const MAX_PACKAGES = 200;
const MAX_RANGES = 40;
const MAX_EVENTS = 100;
const MAX_RECORDS = 50;
const MAX_FIXES = 100;

/** What is affected, by source, package and product, in the order of the records: they name the one they are about first. */
export function affectedPackages(claims: readonly PackageClaim[]): AffectedPackages {
  const groups = [...Map.groupBy(claims.filter(saysSomething), keyOf).values()].toSorted(
    (a, b) => placeOf(a) - placeOf(b),
  );
  return {
    packages: groups.slice(0, MAX_PACKAGES).flatMap(packageOf),
    truncated: Math.max(0, groups.length - MAX_PACKAGES),
  };
}

/**
 * `n/a` of vendor `n/a` is how records say that they name nothing, and a product that is unaffected in every version is named to
 * say just that.
 */
function saysSomething({ source, assertion }: PackageClaim): boolean {
  const name = assertion.subject.name.toLowerCase();
  if (name === '' || name === 'n/a' || name === 'unknown') return false;
  return source !== 'cve_list_v5' || !isUnaffected(assertion.claims, assertion.otherwise);
}

function keyOf({ source, assertion: { subject } }: PackageClaim): string {
  return JSON.stringify([source, subject.ecosystem, subject.vendor, subject.name]);
}

/** Packages, then rebuilds of them, then products; within each, by source. */
function placeOf([first]: readonly PackageClaim[]): number {
  if (first === undefined) return 0;
  const kind = first.assertion.subject.ecosystem === null ? 2 : first.rebuild ? 1 : 0;
  return kind * SOURCE_ORDER.length + SOURCE_ORDER.indexOf(first.source);
}

function packageOf(claims: readonly PackageClaim[]): AffectedPackage[] {
  const [first] = claims;
  if (first === undefined) return [];
  const { ecosystem, vendor, name } = first.assertion.subject;
  const scheme = claims.find(({ fixes }) => fixes.scheme !== null)?.fixes.scheme ?? null;
  const fixedIn = [...new Set(claims.flatMap(({ fixes }) => fixes.versions))].sort(
    (a, b) => scheme?.compare(a, b) || compareText(a, b),
  );
  return [
    {
      ecosystem,
      vendor,
      name: shortened(name, 512),
      purl: purlOf(ecosystem, name),
      ranges: rangesOf(claims),
      fixedIn: fixedIn
        .filter((version, at) => scheme === null || isNew(scheme, fixedIn[at - 1], version))
        .slice(0, MAX_FIXES),
      fixCommits: [...new Set(claims.flatMap(({ fixes }) => fixes.commits))].slice(0, MAX_RANGES),
      source: first.source,
      rebuild: claims.every(({ rebuild }) => rebuild),
      records: [...new Set(claims.map(({ record }) => record))].sort(compareText).slice(0, MAX_RECORDS),
      otherwise: claims.some(({ assertion }) => assertion.otherwise === 'affected')
        ? 'affected'
        : first.assertion.otherwise,
    },
  ];
}

function purlOf(ecosystem: string | null, name: string): string | null {
  const purl = ecosystem === null ? null : purlOfPackage({ ecosystem, name }).purl;
  return purl === null ? null : printPurl(purl);
}

/** `1.2` and `1.2.0` are one fix where the ecosystem takes them for one. */
function isNew(scheme: VersionScheme, before: string | undefined, version: string): boolean {
  return before === undefined || scheme.compare(before, version) !== 0;
}

function rangesOf(claims: readonly PackageClaim[]): AffectedRange[] {
  const ranges = new Map<string, AffectedRange>();
  for (const { assertion } of claims) {
    const ordered = assertion.claims.some(
      (claim) => claim.type === 'range' && claim.kind !== 'cve' && claim.kind !== 'cpe',
    );
    for (const claim of assertion.claims) {
      // Databases of packages list the versions of their ranges besides, by the hundred.
      if (claim.type === 'list' && ordered) continue;
      // What is not affected is an exception only where all else is.
      if (claim.status === 'unaffected' && assertion.otherwise !== 'affected') continue;
      if (ranges.size === MAX_RANGES) return [...ranges.values()];
      const range = rangeOf(claim);
      const key = JSON.stringify([range.status, range.words]);
      if (!ranges.has(key)) ranges.set(key, range);
    }
  }
  return [...ranges.values()];
}

function rangeOf(claim: Claim): AffectedRange {
  const events = claim.type === 'range' || claim.type === 'git' ? claim.events.slice(0, MAX_EVENTS) : [];
  return { status: claim.status, words: shortened(claimInWords(claim), 1_000), events };
}
