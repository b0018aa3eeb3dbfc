import { compareText } from '../ids/order.ts';
import { printPurl } from '../purl/build.ts';
import { purlOfPackage } from '../purl/packages.ts';
import type { Claim, RangeEvent, Status } from '../ranges/model.ts';
import { isSpared } from '../ranges/spared.ts';
import { claimInWords } from '../ranges/words.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../records/subject-kind.ts';
import { shortened } from '../records/text.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { RecordSource } from './facts.ts';
import type { PackageClaim } from './package-claims.ts';
import { isNamedLike, productKey } from './subject-names.ts';

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
  /** What it is: versions of a `build` or a `repackaging` are not those of the software itself. */
  readonly kind: SubjectKind;
  /** The software that the CVE is about: a product of the CVE's own record, or a package that goes by its name. */
  readonly isSubject: boolean;
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
const SOURCE_ORDER: readonly RecordSource[] = ['advisory', 'osv', 'cve_list_v5', 'nvd', 'nvd_overrides'];

/**
 * What comes first: the software that the CVE is about, then whatever else has versions of its own, then what others made of it. A
 * distribution's versions, and a repackager's, fix nothing but their own builds.
 */
export const SUBJECT_ORDER = [
  'subject_product',
  'subject_package',
  'package',
  'product',
  'repository',
  'repackaging',
  'build',
] as const;
export type SubjectPlace = (typeof SUBJECT_ORDER)[number];
const MAX_PACKAGES = 200;
const MAX_RANGES = 40;
const MAX_EVENTS = 100;
const MAX_RECORDS = 50;
const MAX_FIXES = 100;

/** What is affected, by source, package and product, the software itself first; within a place in the order of the records. */
export function affectedPackages(claims: readonly PackageClaim[]): AffectedPackages {
  const saying = claims.filter(saysSomething);
  const subjects = subjectNames(saying);
  const groups = [...Map.groupBy(saying, keyOf).values()]
    .map((group) => ({ group, placed: placeOf(group, subjects) }))
    .toSorted((a, b) => a.placed.rank - b.placed.rank);
  return {
    packages: groups
      .slice(0, MAX_PACKAGES)
      .flatMap(({ group, placed }) => packageOf(group, placed.kind, placed.place.startsWith('subject_'))),
    truncated: Math.max(0, groups.length - MAX_PACKAGES),
  };
}

/**
 * `n/a` of vendor `n/a` is how records say that they name nothing, and a product that is unaffected in every version is named to
 * say just that.
 */
function saysSomething({ assertion }: PackageClaim): boolean {
  const name = assertion.subject.name.toLowerCase();
  return name !== '' && name !== 'n/a' && name !== 'unknown' && !isSpared(assertion);
}

/** What the source of a statement says word for word: the claims that it was made from. */
export function claimsBehind(each: AffectedPackage, claims: readonly PackageClaim[]): PackageClaim[] {
  const key = subjectKey(each.source, each);
  return claims.filter((claim) => keyOf(claim) === key && saysSomething(claim));
}

function keyOf({ source, assertion: { subject } }: PackageClaim): string {
  return subjectKey(source, subject);
}

/** The assigner and CISA spell one product in two ways. */
function subjectKey(
  source: string,
  { ecosystem, vendor, name }: Pick<AffectedPackage, 'ecosystem' | 'vendor' | 'name'>,
): string {
  return JSON.stringify([source, ecosystem, productKey(vendor), ecosystem === null ? productKey(name) : name]);
}

/** Products of the CVE's own record; of NVD where it names none. */
function subjectNames(claims: readonly PackageClaim[]): ReadonlySet<string> {
  const [own, listed] = (['cve_list_v5', 'nvd'] as const).map((source) => {
    const products = claims.filter((claim) => claim.source === source && claim.kind === 'product');
    return new Set(products.map(({ assertion }) => assertion.subject.name));
  });
  if (own !== undefined && own.size > 0) return new Set([...own].slice(0, MAX_SUBJECTS));
  return listed === undefined || listed.size > MAX_LISTED ? new Set() : listed;
}

const MAX_SUBJECTS = 50;
/** Where NVD lists more products, the CVE is about a component or a protocol of all of them. */
const MAX_LISTED = 10;

interface Placed {
  readonly kind: SubjectKind;
  readonly place: SubjectPlace;
  readonly rank: number;
}

function placeOf(group: readonly PackageClaim[], subjects: ReadonlySet<string>): Placed {
  const kinds = new Set(group.map((claim) => claim.kind));
  const kind = SUBJECT_KINDS.find((each) => kinds.has(each)) ?? 'product';
  const [first] = group;
  const source = first?.source ?? 'nvd';
  const place = nameOfPlace(kind, source, first?.assertion.subject.name ?? '', subjects);
  return { kind, place, rank: SUBJECT_ORDER.indexOf(place) * SOURCE_ORDER.length + SOURCE_ORDER.indexOf(source) };
}

function nameOfPlace(
  kind: SubjectKind,
  source: RecordSource,
  name: string,
  subjects: ReadonlySet<string>,
): SubjectPlace {
  const isSubject = [...subjects].some((subject) => isNamedLike(name, subject));
  if (kind === 'product') return source === 'cve_list_v5' || isSubject ? 'subject_product' : 'product';
  return kind === 'package' && isSubject ? 'subject_package' : kind;
}

function packageOf(claims: readonly PackageClaim[], kind: SubjectKind, isSubject: boolean): AffectedPackage[] {
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
      kind,
      isSubject,
      rebuild: claims.every(({ rebuild }) => rebuild),
      records: [...new Set(claims.map(({ record }) => record))].sort(compareText).slice(0, MAX_RECORDS),
      otherwise: claims.some(({ assertion }) => assertion.defaultStatus === 'affected')
        ? 'affected'
        : first.assertion.defaultStatus,
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
      if (claim.status === 'unaffected' && assertion.defaultStatus !== 'affected') continue;
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
