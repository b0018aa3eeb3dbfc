import type { MatchQuestion } from '@almanac/core/matching';
import { COLLECTION, shardOf, writeCollection } from '@almanac/core/snapshots';
import { eachLoaded, type LoadedFacts, type LoadFacts, loadFacts } from '../../app/judging/load-facts.ts';
import { type Meaning, meaningOf } from '../../app/judging/meanings.ts';
import { type SettledQuestion, settledFacts } from '../../app/judging/settled-facts.ts';
import { type Documents, openDocuments } from '../../queries/documents.ts';
import { listKeys } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
import { openAttributePool } from './collection-pool.ts';
import type { KnownParts } from './known-parts.ts';
import { type KeptShard, type KnownShards, SILENT, SPOKEN_OF, TRACKER } from './known-since.ts';
import type { WrittenShard } from './match-partition.ts';
import { shardBatches } from './shard-batches.ts';

/** Attributes of which it is found out together whether anything is said of them; most are silent. */
const AT_ONCE = 1_000;

export interface CollectionContents {
  /** Attributes by family. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  readonly bits: number;
  /** Known attributes. New ones are added. */
  readonly attributes: KnownParts;
  /** Known shards. They depend on what their attributes depend on. */
  readonly known: KnownShards;
}

/** The shards of what records and the tracker say of the collection's packages, in their order, by the facts that `POST /purls` loads. */
export async function* collectionShards(
  db: Db,
  { families, bits, attributes, known }: CollectionContents,
  signal: AbortSignal,
): AsyncGenerator<WrittenShard | KeptShard> {
  const familiesAt = Map.groupBy(families.keys(), (family) => shardOf(sha256, family, bits));
  const attributesAt = (prefix: number) =>
    (familiesAt.get(prefix) ?? []).flatMap((family) => families.get(family) ?? []).sort();
  const keptAt = (prefix: number) =>
    attributesAt(prefix).every((attribute) => attributes.get(attribute) !== undefined) ? known.kept(prefix) : null;
  /** Those that may have something to say in the shard. */
  const askedAt = (prefix: number) =>
    keptAt(prefix) === null ? attributesAt(prefix).filter((each) => attributes.get(each) !== SILENT) : [];
  const documents = openDocuments();
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => askedAt(prefix).length)) {
    // Before anything is noted of their attributes.
    const shards = batch.map((prefix) => ({ prefix, kept: keptAt(prefix), asked: askedAt(prefix) }));
    const loaded = loadPartitionFacts(
      db,
      documents,
      { asked: shards.flatMap(({ asked }) => asked), attributes },
      signal,
    );
    for (const { prefix, kept, asked } of shards) {
      if (kept !== null) {
        yield kept;
        continue;
      }
      const pool = openAttributePool();
      for (const attribute of asked) {
        const next = await loaded.next();
        if (next.done !== true && next.value !== null) pool.add(attribute, next.value);
      }
      const shard = pool.shard({ partition: COLLECTION, bits, prefix });
      known.note(prefix, shard.statements.length, []);
      yield { text: writeCollection(shard), rows: shard.statements.length };
    }
    signal.throwIfAborted();
  }
}

/** In the order of the attributes, everything that is said of each without a version; null where nothing is. */
async function* loadPartitionFacts(
  db: Db,
  documents: Documents,
  { asked, attributes }: { readonly asked: readonly string[]; readonly attributes: KnownParts },
  signal: AbortSignal,
): AsyncGenerator<LoadedFacts | null> {
  const questions = await loadAttributes(db, asked);
  const preparedOf = new Map(questions.map(({ prepared }) => [prepared.meant.question, prepared]));
  const options = {
    at: null,
    summariesFrom: 'passed_on' as const,
    signal,
    prepared: (some: readonly MatchQuestion[]) => some.flatMap((one) => preparedOf.get(one) ?? []),
  };
  const alone = new Set<MatchQuestion>();
  const load: LoadFacts = (some) => {
    if (some.length === 1) for (const one of some) alone.add(one);
    return loadFacts(db, documents, some, options);
  };
  const open = eachLoaded(
    load,
    questions.filter((one) => !isSilent(one)).map(({ prepared }) => prepared.meant.question),
  );
  for (const [place, one] of questions.entries()) {
    const attribute = asked[place] as string;
    if (isSilent(one)) {
      attributes.set(attribute, SILENT, one.names);
      yield null;
      continue;
    }
    const next = await open.next();
    const together = next.done === true ? null : next.value;
    // Incomplete facts are loaded alone, because batching must not change the result.
    const { question } = one.prepared.meant;
    const isDone = together?.facts.complete !== false || alone.has(question);
    const found = isDone ? together : ((await load([question]))?.[0] ?? null);
    if (found !== null) attributes.set(attribute, SPOKEN_OF, [...one.names, ...listDependencies(found)]);
    yield found;
  }
}

interface AskedAttribute extends SettledQuestion {
  /** Names of packages, products and issues that were searched. */
  readonly names: readonly string[];
}

/** In the order of the attributes. What is not whole is asked for alone. */
async function loadAttributes(db: Db, attributes: readonly string[]): Promise<readonly AskedAttribute[]> {
  if (attributes.length === 0) return [];
  const namesOf = new Map<MatchQuestion, readonly string[]>();
  const questions = attributes.map((attribute) => ({ package: attribute, version: null }));
  const settled = await settledFacts(db, questions, { at: null }, (question, collection) => {
    const meaning = meaningOf(question, collection);
    namesOf.set(question, lookedFor(meaning));
    return meaning;
  });
  const asked: AskedAttribute[] = [];
  for (const one of settled) {
    const { question, complete } = one.prepared.meant;
    if (complete || attributes.length === 1) asked.push({ ...one, names: namesOf.get(question) ?? [] });
    else asked.push(...(await loadAttributes(db, [question.package])));
  }
  return asked;
}

function lookedFor({ wanted, trackedAs }: Meaning): readonly string[] {
  const ofPackages = [...wanted.values()].flatMap((name) => listKeys(name).map(([spelling]) => spelling));
  return [...ofPackages, ...trackedAs];
}

function isSilent({ settled }: SettledQuestion): boolean {
  return settled !== null && settled.facts.complete !== false && (settled.facts.speakers ?? []).length === 0;
}

/** The ids of everything that was read. */
function listDependencies({ facts, ids }: LoadedFacts): readonly string[] {
  const stated = new Set(facts.found.map(({ assertion }) => assertion.record.id));
  const covered = [...stated].flatMap((id) => facts.covers?.get(id) ?? []);
  const grouped = facts.aliases.flatMap((group) => group.ids);
  const tracked = facts.issues.flatMap(({ number, cves, fixed }) => [
    `issue/${number}`,
    ...cves,
    ...(fixed ? [TRACKER] : []),
  ]);
  // Where issues were left out, one that is gone may make room for them.
  const cut = facts.complete === false ? [TRACKER] : [];
  return [...ids, ...stated, ...covered, ...grouped, ...tracked, ...cut];
}
