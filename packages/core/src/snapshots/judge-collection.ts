import { matchAndSummarise } from '../matching/explain/summarised.ts';
import type { CollectionFact, FoundAssertion, KnownSubject, MatchFacts, MatchQuestion } from '../matching/facts.ts';
import { possibleIds } from '../matching/load/possible-ids.ts';
import type { MatchResult } from '../matching/match-package.ts';
import { mayConcern } from '../matching/resolve/concerned.ts';
import { ecosystemsMeant, identityContext } from '../matching/resolve/identity.ts';
import { relatedFacts } from '../matching/resolve/relation.ts';
import { coarseBounds, mayInclude } from '../ranges/coarse-bounds.ts';
import { isUnbounded } from '../ranges/membership.ts';
import { isCveRecordSource } from '../records/model.ts';
import { type CollectionAttribute, type CollectionShard, type FiledStatement, filedUnder } from './collection-shard.ts';
import type { Shard, ShardGroup } from './shard.ts';

/** Everything of a snapshot that concerns a package of the collection. */
export interface CollectionParts {
  /** What all channels carry under the name. */
  readonly collection: readonly CollectionFact[];
  /** Of the families of the entries that are meant. */
  readonly shards: readonly CollectionShard[];
  /** Of ecosystems that are kept apart. */
  readonly apart: readonly Shard[];
  /** No entry was left out. */
  readonly complete: boolean;
}

/** The attributes that a name means, and what is filed of them. */
export function meantAttributes(
  { package: name }: Pick<MatchQuestion, 'package'>,
  { collection, shards }: Pick<CollectionParts, 'collection' | 'shards'>,
): readonly CollectionAttribute[] {
  const meant = new Set(relatedFacts(name, collection).map(({ fact }) => fact.attribute));
  return shards.flatMap(({ attributes }) => attributes.filter(({ attribute }) => meant.has(attribute)));
}

/**
 * The judgement that the service gives by `POST /purls` for a package of the collection, and in the same two steps: statements that surely
 * do not apply to the version are left out, then added again for what may match, since they may clear it.
 */
export function judgeByCollection(
  parts: CollectionParts,
  question: MatchQuestion,
  sourcesOf: (ecosystems: ReturnType<typeof ecosystemsMeant>) => MatchFacts['sources'],
): MatchResult {
  const { collection, shards, apart } = parts;
  const context = identityContext(question, collection);
  const meant = meantAttributes(question, parts);
  const subjects = new Map(
    meant.flatMap((one) => one.subjects.map((subject) => [filedUnder(subject), subject] as const)),
  );
  const concerning = new Set([...subjects].flatMap(([key, subject]) => (mayConcern(subject, context) ? [key] : [])));
  const filed = [...shards.flatMap(({ statements }) => statements), ...apart.flatMap(statementsIn)];
  const own = filed.filter(({ subject }) => concerning.has(filedUnder(subject)));
  const issues = [...new Map(meant.flatMap((one) => one.issues.map((issue) => [issue.number, issue]))).values()];
  const stated = statedFacts(
    own.flatMap(({ found }) => (mayInclude(coarseBounds(found.assertion), question.version) ? [found] : [])),
    issues.flatMap(({ cves }) => cves),
    filed,
    [...shards, ...apart],
  );
  const facts = {
    question,
    collection,
    candidates: context.candidates,
    issues,
    ...stated,
    attributes: new Set(shards.flatMap(({ known }) => [...known])),
    speakers: speakersOf(own),
    complete: parts.complete && meant.every(({ complete }) => complete),
  };
  const ids = new Set(possibleIds(facts));
  const again = own.flatMap(({ found }) => (ids.has(found.assertion.record.id) ? [found] : []));
  const found = [...new Set([...facts.found, ...again])];
  const records = distinctRecords(shards).filter(({ id }) => ids.has(id));
  const summaries = new Map([...shards, ...apart].flatMap((shard) => Array.from(shard.summaries)));
  return matchAndSummarise({ ...facts, found, records, sources: sourcesOf(ecosystemsMeant(context)) }, summaries);
}

/** The statements of an ecosystem that is kept apart: filed under the name as the ecosystem compares names. */
function statementsIn({ packages }: Shard): FiledStatement[] {
  return packages.flatMap(({ name, rows }) =>
    rows.map((found) => ({ subject: { ecosystem: found.assertion.subject.ecosystem, vendor: null, name }, found })),
  );
}

/** What is said for the version, with what is linked to it: the records of CVEs that the tracker or a record without bounds names. */
function statedFacts(
  said: readonly FoundAssertion[],
  cves: readonly string[],
  filed: readonly FiledStatement[],
  shards: readonly Pick<Shard, 'groups' | 'covers'>[],
): Pick<MatchFacts, 'found' | 'aliases'> & { readonly covers: ReadonlyMap<string, readonly string[]> } {
  const groups = new Map(shards.flatMap((shard) => shard.groups.map((group) => [group.id, group])));
  const groupOf = new Map<string, ShardGroup>([...groups.values()].flatMap((one) => one.ids.map((id) => [id, one])));
  const named = new Set(said.map(({ assertion }) => assertion.record.id));
  const covers = new Map(shards.flatMap((shard) => [...shard.covers].filter(([id]) => named.has(id))));
  const unbounded = said.filter(isUnbounded);
  const linked = new Set([
    ...cves,
    ...unbounded.flatMap(({ assertion }) => groupOf.get(assertion.record.id)?.ids ?? []),
  ]);
  const entries = filed.flatMap(({ found }) => {
    const { source, id } = found.assertion.record;
    return isCveRecordSource(source) && linked.has(id) ? [found] : [];
  });
  const own = new Set([...named, ...[...covers.values()].flat(), ...cves]);
  return {
    found: [...new Set([...said, ...entries])],
    aliases: [...new Set([...own].flatMap((id) => groupOf.get(id) ?? []))],
    covers,
  };
}

/** Who has a live record of each subject. */
function speakersOf(own: readonly FiledStatement[]): KnownSubject[] {
  const live = own.filter(({ found }) => !found.assertion.withdrawn);
  return [...Map.groupBy(live, ({ subject }) => filedUnder(subject)).values()].flatMap((all) =>
    all.slice(0, 1).map(({ subject }) => ({
      subject,
      sources: [...new Set(all.map(({ found }) => found.assertion.record.source))],
    })),
  );
}

function distinctRecords(shards: readonly CollectionShard[]): CollectionShard['records'] {
  return [...new Map(shards.flatMap(({ records }) => records.map((one) => [`${one.source} ${one.id}`, one]))).values()];
}
