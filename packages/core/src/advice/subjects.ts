import { type AffectedPackage, claimsBehind } from '../dossier/affected-packages.ts';
import type { PackageClaim } from '../dossier/package-claims.ts';
import { isNamedLike, plainName, productKey } from '../dossier/subject-names.ts';
import { compareText } from '../ids/order.ts';
import { canonicalName } from '../names/canonical.ts';
import type { Claim } from '../ranges/model.ts';
import { comparableName } from '../ranges/same-name.ts';
import type { SubjectKind } from '../records/subject-kind.ts';
import type { VersionScheme } from '../versions/scheme.ts';

/** One package or product that a vulnerability is about, whatever number of sources name it. */
export interface AdviceSubject {
  readonly ecosystem: string | null;
  /** As the first source writes it. */
  readonly vendor: string | null;
  readonly name: string;
  readonly purl: string | null;
  readonly kind: SubjectKind;
  /** The software that the CVE is about, by its own record. */
  readonly isSubject: boolean;
  /** Ascending; several where several lines are kept. */
  readonly fixedIn: readonly string[];
  readonly fixCommits: readonly string[];
  /** Those who name it, the most trusted first, and their records. */
  readonly sources: readonly string[];
  readonly records: readonly string[];
  /** Every vendor that a source gives for it. */
  readonly vendors: readonly string[];
  readonly extent: AffectedExtent;
  /** Packages that others build from it and number alike: Bitnami's `kibana` is Elastic's Kibana. */
  readonly repackagings: readonly Pick<AdviceSubject, 'ecosystem' | 'name'>[];
}

/**
 * How far the affected versions go:
 *
 * - `listed`: they are named one by one, and all others are said not to be affected
 * - `bounded`: every range has an end; beyond the last affected version, `beyond`, there is a way out
 * - `open`: a range has no end, or nothing is said about versions that are not named
 * - `unstated`: no versions are given, or none that can be read
 */
export type AffectedExtent =
  | { readonly kind: 'listed'; readonly versions: readonly string[] }
  | { readonly kind: 'bounded'; readonly beyond: string | null }
  | { readonly kind: 'open' }
  | { readonly kind: 'unstated' };

/** Finds the attribute of the collection that carries a product: `openssl` before `openssl_1_1` for OpenSSL. */
export function findAttribute(attributes: readonly string[], name: string): string | undefined {
  return (
    attributes.find((attribute) => isNamedLike(attribute, name)) ??
    attributes.find((attribute) => isNamedLike(canonicalName(attribute), name))
  );
}

/** A package of the collection that no record names as such, and whose versions are judged by its name. */
export function toCollectionSubject(attribute: string): AdviceSubject {
  return {
    ecosystem: null,
    vendor: null,
    name: attribute,
    purl: null,
    kind: 'product',
    isSubject: false,
    fixedIn: [],
    fixCommits: [],
    sources: ['packages'],
    records: [attribute],
    vendors: [],
    extent: { kind: 'unstated' },
    repackagings: [],
  };
}

/** Joins what the sources say about each package and product, in the order in which they are given. */
export function joinSubjects(packages: readonly AffectedPackage[], claims: readonly PackageClaim[]): AdviceSubject[] {
  const groups = Map.groupBy(packages, formatSubjectKey);
  return [...groups.values()].flatMap((rows): AdviceSubject[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const { ecosystem, vendor, name, purl, kind } = first;
    const own = rows.flatMap((row) => claimsBehind(row, claims));
    const scheme = own.find(({ fixes }) => fixes.scheme !== null)?.fixes.scheme ?? null;
    return [
      {
        ecosystem,
        vendor,
        name,
        purl,
        kind,
        isSubject: rows.some((row) => row.isSubject),
        fixedIn: sortVersions(
          rows.flatMap((row) => row.fixedIn),
          scheme,
        ),
        fixCommits: [...new Set(rows.flatMap((row) => row.fixCommits))],
        sources: [...new Set(rows.map((row) => row.source))],
        records: [...new Set(rows.flatMap((row) => row.records))],
        vendors: [...new Set(rows.flatMap((row) => row.vendor ?? []))],
        extent: findExtent(own),
        repackagings:
          kind === 'product'
            ? packages.filter((each) => each.kind === 'repackaging' && isNamedLike(each.name, name))
            : [],
      },
    ];
  });
}

/** The assigner and CISA write one product with two vendors, and databases of packages spell one name in two ways. */
function formatSubjectKey({ ecosystem, name }: Pick<AffectedPackage, 'ecosystem' | 'name'>): string {
  return JSON.stringify([ecosystem, ecosystem === null ? productKey(name) : comparableName(ecosystem, name)]);
}

function sortVersions(versions: readonly string[], scheme: VersionScheme | null): string[] {
  const sorted = [...new Set(versions)].sort((a, b) => scheme?.compare(a, b) || compareText(a, b));
  return sorted.filter(
    (version, at) => scheme === null || at === 0 || scheme.compare(sorted[at - 1] ?? '', version) !== 0,
  );
}

function findExtent(own: readonly PackageClaim[]): AffectedExtent {
  const assertions = own.map(({ assertion }) => assertion);
  if (assertions.some(({ defaultStatus }) => defaultStatus === 'affected')) return { kind: 'open' };
  // Lists and commits stand beside the ranges that say the same.
  const affected = assertions.flatMap(({ claims }) => claims.filter(({ status }) => status === 'affected'));
  const ranges = affected.filter((claim) => claim.type === 'range');
  const lists = affected.filter((claim) => claim.type === 'list');
  if (ranges.length === 0)
    return listExtent(
      lists,
      assertions.every(({ defaultStatus }) => defaultStatus === 'unaffected'),
    );
  const intervals = ranges.flatMap((claim) => claim.intervals);
  if (intervals.some(({ to }) => to === null)) return { kind: 'open' };
  const scheme = ranges[0]?.scheme ?? null;
  if (scheme === null || ranges.some((claim) => claim.scheme.id !== scheme.id))
    return { kind: 'bounded', beyond: null };
  const last = intervals
    .flatMap(({ to }) => to ?? [])
    .toSorted((a, b) => scheme.compare(a.version, b.version) || Number(a.inclusive) - Number(b.inclusive))
    .at(-1);
  return { kind: 'bounded', beyond: last?.inclusive === true && !last.line ? last.version : null };
}

/** Longer lists are those of databases that spell out a range. */
const MAX_LISTED = 20;

function listExtent(lists: readonly Extract<Claim, { type: 'list' }>[], isWhole: boolean): AffectedExtent {
  const scheme = lists.find((claim) => claim.scheme !== null)?.scheme ?? null;
  const named = lists.flatMap((claim) => claim.versions);
  const versions = sortVersions(
    named.filter((version) => scheme === null || scheme.isValid(version)),
    scheme,
  );
  if (versions.length === 0) return { kind: 'unstated' };
  return isWhole && versions.length <= MAX_LISTED ? { kind: 'listed', versions } : { kind: 'open' };
}

export interface SubjectRanking {
  readonly title: string | null;
  /** Names of the collection's packages that the vulnerability may concern. */
  readonly collected: readonly string[];
  /** 0: there is none. */
  readonly gradeWayOut: (subject: AdviceSubject) => number;
}

/**
 * Puts first what people know: software before builds of it, what can be acted on before what cannot, what the title names, what the
 * collection carries, what several sources name, and what the CVE's own record is about. A product is left out where a package of its
 * name has a way out: a package's name is an identity, a product's is not.
 */
export function rankSubjects(subjects: readonly AdviceSubject[], ranking: SubjectRanking): AdviceSubject[] {
  const title = tokenize(ranking.title ?? '');
  const packages = subjects.filter((each) => each.kind === 'package' && ranking.gradeWayOut(each) > 0);
  const isShadowed = (subject: AdviceSubject) => packages.some((each) => each !== subject && isPartOf(subject, each));
  const scored = subjects
    .filter((each) => !isShadowed(each))
    .map((subject) => ({
      subject,
      score: [
        isBuild(subject) ? 0 : 1,
        ranking.gradeWayOut(subject),
        isNamedIn(title, subject.name) ? 1 : 0,
        findAttribute(ranking.collected, subject.name) === undefined ? 0 : 1,
        Math.min(MAX_COUNTED, subject.sources.length + subject.records.length),
        subject.isSubject ? 1 : 0,
      ],
    }));
  return scored.toSorted((a, b) => compareScores(b.score, a.score)).map(({ subject }) => subject);
}

/** More records than this say no more about how well known something is. */
const MAX_COUNTED = 9;

/** Reports whether a subject is only another name of a package, or a path within it: `Jinja` of Jinja2, `net/http` of Go’s `stdlib`. */
function isPartOf({ kind, ecosystem, name, fixedIn }: AdviceSubject, whole: AdviceSubject): boolean {
  if (kind === 'product' && isNamedLike(whole.name, name)) return true;
  if (!isSameFix(fixedIn, whole.fixedIn)) return false;
  if (ecosystem === 'Go' && whole.ecosystem === 'Go') {
    const isStandard = whole.name === 'stdlib' && !name.split('/', 1)[0]?.includes('.');
    return isStandard || name.startsWith(`${whole.name}/`);
  }
  const [own, other] = [plainName(name), plainName(whole.name)];
  return kind === 'product' && own.length > 3 && other.length > 3 && (own.includes(other) || other.includes(own));
}

function isSameFix(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && dropZeros(a) === dropZeros(b);
}

/** `2023.07.22` → `2023.7.22`. */
function dropZeros(versions: readonly string[]): string {
  return versions.map((version) => version.replaceAll(/\b0+(?=\d)/g, '')).join(' ');
}

/** Builds and repackagings have versions of their own. */
export function isBuild({ kind }: Pick<AdviceSubject, 'kind'>): boolean {
  return kind === 'build' || kind === 'repackaging';
}

function compareScores(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, at) => value !== b[at]);
  return place === -1 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

/** Words that begin the name of many products say nothing. */
const MAX_TITLE_WORDS = 60;

export function tokenize(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_TITLE_WORDS);
}

/** Reports whether a name stands in a title as words of its own: `log4j-core` in "log4j core", `OpenSSL` in "openssl". */
export function isNamedIn(title: readonly string[], name: string): boolean {
  const words = tokenize(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1));
  const plain = plainName(name);
  if (plain === '') return false;
  const bare = plain.endsWith('core') ? plain.slice(0, -4) : plain;
  const isName = (word: string) => word === plain || word === bare;
  return title.some((word, at) => isName(word) || words.every((each, i) => title[at + i] === each));
}
