import { compareText } from '../ids/order.ts';
import { foldName } from '../names/product-name.ts';
import { evaluate } from '../ranges/evaluate.ts';
import type { Verdict } from '../ranges/model.ts';
import { comparableName } from '../ranges/same-name.ts';
import { claimInWords } from '../ranges/words.ts';
import { shortened } from '../records/text.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { Conflict, ConflictValue } from './conflict.ts';
import type { RecordSource } from './facts.ts';
import { hasLoneInterval } from './lone-intervals.ts';
import type { PackageClaim } from './package-claims.ts';
import { isNamedLike } from './subject-names.ts';

/** So many packages are compared, so many authors of each, at so many versions. */
const MAX_PACKAGES = 100;
const MAX_AUTHORS = 12;
const MAX_PROBES = 40;
/** So many statements of one author about one package are searched for fixes. */
const MAX_STATEMENTS = 4;

/** One author's statements about one package: a record may speak of it several times. */
interface Author {
  readonly source: RecordSource;
  readonly record: string;
  readonly by: string | null;
  readonly claims: readonly PackageClaim[];
}

/**
 * Where authors disagree about the same package: of the same ecosystem and name, or of the same vendor and product.
 *
 * - `RANGE_DISAGREES`: one author's ranges hold, and another's do not, for a version that one of them names; or one affects a whole
 *   stretch of versions of which the other affects none. `introduced 0` beside `>= 1.0` is no conflict: they differ only below a
 *   version that may be the first there is.
 * - `FIX_DISAGREES`: each of two authors names a fixed version that the other does not. An author who names fewer, because he
 *   keeps fewer lines, contradicts nobody. A product that goes by the name of a package is compared with it, too, where both name
 *   fixes of one major version: where they do not, they number differently.
 */
export function packageConflicts(claims: readonly PackageClaim[]): Conflict[] {
  const groups = Map.groupBy(claims, identityOf);
  groups.delete(null);
  const products = claims.filter((claim) => claim.kind === 'product');
  const compared = [...groups]
    .map(([identity, group]) => ({ identity: identity ?? '', group, namesakes: namesakesOf(group, products) }))
    .filter(({ group, namesakes }) => group.length + namesakes.length > 1)
    .toSorted((a, b) => compareText(a.identity, b.identity));
  return compared.slice(0, MAX_PACKAGES).flatMap(({ identity, group, namesakes }) => {
    const authors = authorsOf(group).slice(0, MAX_AUTHORS);
    const others = authorsOf(namesakes).slice(0, MAX_AUTHORS);
    const ranges = authors.length < 2 ? [] : rangeConflict(identity, authors);
    return ranges.concat(fixConflict(identity, authors, others));
  });
}

/** Products that go by the name of a registry's package. */
function namesakesOf(group: readonly PackageClaim[], products: readonly PackageClaim[]): PackageClaim[] {
  const [first] = group;
  if (first === undefined || first.kind !== 'package') return [];
  const { name } = first.assertion.subject;
  return products.filter(({ assertion }) => isNamedLike(name, assertion.subject.name));
}

/** Null for a product without a name: those are not one product. */
function identityOf({ assertion: { subject } }: PackageClaim): string | null {
  const { ecosystem, vendor } = subject;
  const name = shortened(subject.name, 512);
  if (name === '' || name.toLowerCase() === 'n/a') return null;
  if (ecosystem === null) return vendor === null ? null : `${foldName(vendor)}/${foldName(name)}`;
  return `${ecosystem}/${comparableName(ecosystem, name)}`;
}

function authorsOf(group: readonly PackageClaim[]): Author[] {
  const byAuthor = Map.groupBy(group, ({ source, record, by }) => JSON.stringify([source, record, by]));
  return [...byAuthor.values()].flatMap((claims) => {
    const [first] = claims;
    return first === undefined ? [] : [{ source: first.source, record: first.record, by: first.by, claims }];
  });
}

function rangeConflict(identity: string, authors: readonly Author[]): Conflict[] {
  const verdicts = probesOf(authors).map((version) => authors.map((author) => verdictOf(author, version)));
  const differing = verdicts.find((said) => said.includes('affected') && said.includes('not_affected'));
  const taking = authors.filter((author, index) =>
    differing === undefined ? isAlone(author, authors) : differing[index] !== 'unknown',
  );
  if (taking.length === 0) return [];
  return [
    {
      code: 'RANGE_DISAGREES',
      field: `affectedPackages.${identity}`,
      values: taking.map((author) => valueOf(author, rangesInWords(author))),
      chosen: null,
      rule: 'every_source_side_by_side',
    },
  ];
}

/** Whether there is another author with a stretch of versions that this one lacks wholly, or the other way round. */
function isAlone(author: Author, authors: readonly Author[]): boolean {
  return authors.some(
    (other) => hasLoneInterval(author.claims, other.claims) || hasLoneInterval(other.claims, author.claims),
  );
}

/** The versions that anyone names as a bound, or lists. */
function probesOf(authors: readonly Author[]): string[] {
  const probes = new Set<string>();
  for (const { claims } of authors.flatMap((author) => author.claims.map(({ assertion }) => assertion))) {
    for (const claim of claims) {
      const named =
        claim.type === 'list'
          ? claim.versions.slice(0, 10)
          : claim.type === 'range'
            ? claim.events.map(({ version }) => version)
            : [];
      for (const version of named) {
        if (version !== '0' && version !== '*' && version.length <= 100) probes.add(version);
        if (probes.size === MAX_PROBES) return [...probes];
      }
    }
  }
  return [...probes];
}

/** Affected if any of the author's statements says so; not affected if all say so. */
function verdictOf({ claims }: Author, version: string): Verdict {
  const said = claims.map(({ assertion }) => evaluate(assertion, { version }).verdict);
  if (said.includes('affected')) return 'affected';
  return said.every((verdict) => verdict === 'not_affected') ? 'not_affected' : 'unknown';
}

interface Stating {
  readonly author: Author;
  readonly scheme: VersionScheme;
  readonly versions: readonly string[];
}

function fixConflict(identity: string, authors: readonly Author[], namesakes: readonly Author[]): Conflict[] {
  const [own, others] = [authors.flatMap(stating), namesakes.flatMap(stating)];
  const among = own.some((one, index) => own.slice(index + 1).some((other) => contradict(one, other)));
  const across = own.flatMap((one) =>
    others.filter((other) => contradict(inLinesOf(one, other), inLinesOf(other, one))),
  );
  if (!among && across.length === 0) return [];
  return [
    {
      code: 'FIX_DISAGREES',
      field: `affectedPackages.${identity}.fixedIn`,
      values: [...own, ...new Set(across)].map(({ author, versions }) =>
        valueOf(author, shortened(versions.join(', '), MAX_WORDS)),
      ),
      chosen: null,
      rule: 'every_source_side_by_side',
    },
  ];
}

function stating(author: Author): Stating[] {
  const scheme = author.claims.find(({ fixes }) => fixes.scheme !== null)?.fixes.scheme ?? null;
  const named = new Set(author.claims.slice(0, MAX_STATEMENTS).flatMap(({ fixes }) => fixes.versions));
  const versions = [...named].sort((a, b) => scheme?.compare(a, b) || compareText(a, b));
  return scheme === null || versions.length === 0 ? [] : [{ author, scheme, versions }];
}

function contradict(one: Stating, other: Stating): boolean {
  return lacksSome(one.scheme, one.versions, other.versions) && lacksSome(one.scheme, other.versions, one.versions);
}

/** The fixes of the first in the major versions of which the second names a fix, too; `1.2` and `1.2.0` are one to products. */
function inLinesOf(first: Stating, second: Stating): Stating {
  const lines = new Set(second.versions.map(majorOf));
  return { ...first, versions: first.versions.filter((version) => lines.has(majorOf(version))).map(withoutZeros) };
}

function withoutZeros(version: string): string {
  return version.replace(/^v(?=\d)/i, '').replace(/(?:\.0){1,8}$/, '');
}

function majorOf(version: string): string {
  return /\d+/.exec(version)?.[0] ?? version;
}

/** Whether the second names a version that the first does not. */
function lacksSome(scheme: VersionScheme, first: readonly string[], second: readonly string[]): boolean {
  return second.some((version) => first.every((own) => own !== version && scheme.compare(own, version) !== 0));
}

const MAX_WORDS = 500;

function rangesInWords({ claims }: Author): string {
  const words = claims.flatMap(({ assertion }) =>
    assertion.claims
      .filter(({ status }) => status === 'affected')
      .slice(0, 20)
      .map(claimInWords),
  );
  const all = claims.some(({ assertion }) => assertion.defaultStatus === 'affected')
    ? ['all versions not listed otherwise']
    : [];
  return shortened([...new Set([...words, ...all])].join('; or '), MAX_WORDS);
}

function valueOf({ source, record, by }: Author, value: string): ConflictValue {
  return { source, record: by === null ? record : `${record} (${by})`, value };
}
