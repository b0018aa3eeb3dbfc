import type { SourceId } from '@almanac/contract';
import {
  type Candidate,
  type CollectionFact,
  canonicalName,
  type FoundAssertion,
  type IdentityContext,
  identityContext,
  identityOf,
  type KnownSubject,
  lookupForm,
  type MatchFacts,
  type MatchQuestion,
  nameVariants,
  type TrackedIssue,
} from '@almanac/core';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import { allAffectedRows } from '../../queries/affected-rows.ts';
import { aliasGroupsOf } from '../../queries/alias-groups-of.ts';
import { type CollectionPackageRow, collectionPackages } from '../../queries/collection-packages.ts';
import { issuesNaming } from '../../queries/issues-naming.ts';
import { packageSpeakers } from '../../queries/package-speakers.ts';
import { type NamedPackage, type PackageName, packagesNamed, subjectOf } from '../../queries/packages-named.ts';
import { recordHashes } from '../../queries/record-hashes.ts';
import { upstreamCves } from '../../queries/upstream-cves.ts';
import type { Db } from '../../store/database.ts';

/** The sources whose records say which packages are affected. */
export const RECORD_SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const satisfies readonly SourceId[];

/** Entries that are held against the version for one answer; what is more makes the answer incomplete. */
const MOST_EVALUATED = 20_000;
/** Packages and products of the candidates' names; a name like `core` has thousands of vendors. */
const MOST_PACKAGES = 2_000;

/** Facts without what stands in the records' documents. */
export interface GatheredFacts {
  readonly facts: Omit<MatchFacts, 'records' | 'sources'>;
  /** Numbers of the packages and products that may be meant. */
  readonly packageIds: readonly number[];
  /** The ecosystems that the package belongs to; undefined: it may be anybody's; null: of a language that nobody covers. */
  readonly ecosystems: readonly string[] | null | undefined;
}

/** Everything that storage has about a question, in a handful of set queries, now or as it was known at an instant. */
export async function gatherFacts(db: Db, question: MatchQuestion, at: Date | null): Promise<GatheredFacts> {
  const collection = await readCollection(db, question, at);
  const context = identityContext(question, collection);
  const named = await meantPackages(db, context.candidates);
  const meant = named.filter((one) => identityOf(subjectOf(one), context, null) !== null).slice(0, MOST_PACKAGES);
  const asked = meant.map((one) => ({ package: one, version: question.version }));
  const [{ rows, complete }, issues, speakers] = await Promise.all([
    allAffectedRows(db, { asked, sources: RECORD_SOURCES, at }, MOST_EVALUATED),
    readIssues(db, question, collection, at),
    readSpeakers(db, meant, at),
  ]);
  const covers = await upstreamCves(db, [...new Set(rows.map(({ recordId }) => recordId))], at);
  const tracked = new Set(issues.flatMap(({ cves }) => cves));
  const ids = new Set([...rows.map(({ recordKey }) => recordKey), ...tracked, ...[...covers.values()].flat()]);
  const aliases = await aliasGroupsOf(db, [...ids], at);
  // What the tracker says is about the package may be filed under any name, and under any of the vulnerability's ids.
  for (const group of aliases) if (group.ids.some((id) => tracked.has(id))) for (const id of group.ids) tracked.add(id);
  const entries = await affectedOfIds(db, { ids: [...tracked], sources: RECORD_SOURCES, packageIds: null, at });
  const found: FoundAssertion[] = [...rows.map(({ assertion, sha256 }) => ({ assertion, sha256 })), ...entries];
  return {
    facts: {
      question,
      collection,
      issues,
      found,
      aliases,
      covers,
      speakers,
      complete: complete && named.length <= MOST_PACKAGES,
    },
    packageIds: meant.map(({ id }) => id),
    ecosystems: ecosystemsOf(context),
  };
}

/** A language's package belongs to its ecosystem; any other may be a product of anybody, and a package of any registry. */
function ecosystemsOf({ candidates, ofLanguage }: IdentityContext): GatheredFacts['ecosystems'] {
  const packages = candidates.filter(({ kind }) => kind === 'package');
  const sure = packages.flatMap(({ ecosystem }) => ecosystem ?? []);
  if (sure.length > 0 && sure.length === packages.length && (ofLanguage || packages.length === candidates.length)) {
    return [...new Set(sure)];
  }
  return ofLanguage && sure.length === 0 ? null : undefined;
}

async function readCollection(db: Db, question: MatchQuestion, at: Date | null): Promise<CollectionFact[]> {
  if (question.ecosystem != null) return [];
  const names = new Set([question.package, canonicalName(question.package)].map(lookupForm));
  const rows = await collectionPackages(db, [...names], at);
  // Only what the collection says of itself is evidence by its bytes: patches and known vulnerabilities.
  const telling = rows.filter((row) => row.patched.length > 0 || row.knownVulnerabilities.length > 0);
  const hashes = await recordHashes(
    db,
    telling.map(({ recordId }) => recordId),
    at,
  );
  return rows.map((row) => factOf(row, hashes.get(row.recordId) ?? null));
}

function factOf(row: CollectionPackageRow, sha256: string | null): CollectionFact {
  const { attribute, pname, channel, version, ecosystem, ecosystemName, cpes, purls, makers, homepage } = row;
  const { knownVulnerabilities, patched } = row;
  return {
    attribute,
    pname,
    channel,
    version,
    ecosystem,
    ecosystemName,
    cpes,
    purls,
    makers,
    homepage,
    knownVulnerabilities,
    patched,
    sha256,
  };
}

/** The packages and products that go by one of the candidates' names, each once. */
async function meantPackages(db: Db, candidates: readonly Candidate[]): Promise<NamedPackage[]> {
  const asked = new Map<string, PackageName>();
  for (const { kind, ecosystem, name } of candidates) {
    const wanted: PackageName =
      kind === 'product' ? { name, ecosystem: null } : ecosystem === null ? { name } : { name, ecosystem };
    asked.set(JSON.stringify([wanted.name, wanted.ecosystem ?? (kind === 'product' ? '' : '*')]), wanted);
  }
  const found = await packagesNamed(db, [...asked.values()]);
  // What is said of a whole ecosystem is not said of the package.
  const own = found.flat().filter(({ name }) => name !== '*');
  return [...new Map(own.map((one) => [one.id, one])).values()];
}

async function readSpeakers(db: Db, meant: readonly NamedPackage[], at: Date | null): Promise<KnownSubject[]> {
  const speakers = await packageSpeakers(
    db,
    meant.map(({ id }) => id),
    RECORD_SOURCES,
    at,
  );
  return meant.flatMap((one) => {
    const sources = speakers.get(one.id);
    return sources === undefined ? [] : [{ subject: subjectOf(one), sources: [...sources] }];
  });
}

/** Issues by the names that the tracker may use; which of them name the package, and how surely, core decides. */
async function readIssues(
  db: Db,
  question: MatchQuestion,
  collection: readonly CollectionFact[],
  at: Date | null,
): Promise<TrackedIssue[]> {
  if (question.ecosystem != null) return [];
  const starts = [
    question.package,
    ...collection.slice(0, MOST_NAMES).flatMap(({ attribute, pname }) => [attribute, pname ?? attribute]),
  ];
  const names = new Set(starts.flatMap((start) => nameVariants(start).map(({ name }) => name)));
  const rows = await issuesNaming(db, [...names], at);
  const hashes = await recordHashes(
    db,
    rows.map(({ recordId }) => recordId),
    at,
  );
  // An issue that was opened then and seen only later was not known then.
  const known = at === null ? rows : rows.filter(({ recordId }) => hashes.has(recordId));
  return known.map(({ recordId, number, title, url, state, cves, packages, fixed }) => {
    return { number, title, url, state, cves, packages, fixed, sha256: hashes.get(recordId) ?? null };
  });
}

/** Entries of the collection whose names are looked for in the tracker. */
const MOST_NAMES = 50;
