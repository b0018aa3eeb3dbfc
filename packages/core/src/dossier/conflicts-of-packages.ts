import { compareText } from '../ids/order.ts';
import { pep503 } from '../names/pep503.ts';
import { evaluate } from '../ranges/evaluate.ts';
import type { Verdict } from '../ranges/model.ts';
import { claimInWords } from '../ranges/words.ts';
import { shortened } from '../records/text.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { Conflict, ConflictValue } from './conflict.ts';
import type { RecordSource } from './facts.ts';
import { hasLoneInterval } from './lone-intervals.ts';
import type { PackageClaim } from './package-claims.ts';

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
 *   keeps fewer lines, contradicts nobody.
 */
export function packageConflicts(claims: readonly PackageClaim[]): Conflict[] {
  const groups = Map.groupBy(claims, identityOf);
  groups.delete(null);
  const compared = [...groups]
    .filter(([, group]) => group.length > 1)
    .toSorted(([a], [b]) => compareText(a ?? '', b ?? ''));
  return compared.slice(0, MAX_PACKAGES).flatMap(([identity, group]) => {
    const authors = authorsOf(group).slice(0, MAX_AUTHORS);
    if (authors.length < 2) return [];
    return rangeConflict(identity ?? '', authors).concat(fixConflict(identity ?? '', authors));
  });
}

/** Null for a product without a name: those are not one product. */
function identityOf({ assertion: { subject } }: PackageClaim): string | null {
  const { ecosystem, vendor } = subject;
  const name = shortened(subject.name, 512);
  if (name === '' || name.toLowerCase() === 'n/a') return null;
  if (ecosystem === null) return vendor === null ? null : `${folded(vendor)}/${folded(name)}`;
  return `${ecosystem}/${ecosystem.startsWith('PyPI') ? pep503(name) : CASELESS.has(ecosystem) ? name.toLowerCase() : name}`;
}

const CASELESS: ReadonlySet<string> = new Set(['NuGet', 'Packagist', 'GitHub Actions', 'SwiftURL']);

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

function fixConflict(identity: string, authors: readonly Author[]): Conflict[] {
  const stating = authors.flatMap((author) => {
    const scheme = author.claims.find(({ fixes }) => fixes.scheme !== null)?.fixes.scheme ?? null;
    const named = new Set(author.claims.slice(0, MAX_STATEMENTS).flatMap(({ fixes }) => fixes.versions));
    const versions = [...named].sort((a, b) => scheme?.compare(a, b) || compareText(a, b));
    return scheme === null || versions.length === 0 ? [] : [{ author, scheme, versions }];
  });
  const contradicts = stating.some((one, index) =>
    stating
      .slice(index + 1)
      .some(
        (other) =>
          lacksSome(one.scheme, one.versions, other.versions) && lacksSome(one.scheme, other.versions, one.versions),
      ),
  );
  if (!contradicts) return [];
  return [
    {
      code: 'FIX_DISAGREES',
      field: `affectedPackages.${identity}.fixedIn`,
      values: stating.map(({ author, versions }) => valueOf(author, shortened(versions.join(', '), MAX_WORDS))),
      chosen: null,
      rule: 'every_source_side_by_side',
    },
  ];
}

/** Whether the second names a version that the first does not. */
function lacksSome(scheme: VersionScheme, first: readonly string[], second: readonly string[]): boolean {
  return second.some((version) => first.every((own) => scheme.compare(own, version) !== 0));
}

const MAX_WORDS = 500;

function rangesInWords({ claims }: Author): string {
  const words = claims.flatMap(({ assertion }) =>
    assertion.claims
      .filter(({ status }) => status === 'affected')
      .slice(0, 20)
      .map(claimInWords),
  );
  const all = claims.some(({ assertion }) => assertion.otherwise === 'affected')
    ? ['every version not named otherwise']
    : [];
  return shortened([...new Set([...words, ...all])].join('; or '), MAX_WORDS);
}

function valueOf({ source, record, by }: Author, value: string): ConflictValue {
  return { source, record: by === null ? record : `${record} (${by})`, value };
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_');
}
