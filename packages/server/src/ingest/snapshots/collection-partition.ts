import { COLLECTION, shardOf, writeCollection } from '@almanac/core/snapshots';
import { eachLoaded, factsLoader, type LoadedFacts } from '../../app/judging/load-facts.ts';
import { settledFacts } from '../../app/judging/settled-facts.ts';
import { type Documents, openDocuments } from '../../queries/documents.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
import { openAttributePool } from './collection-pool.ts';
import type { WrittenShard } from './match-partition.ts';
import { shardBatches } from './shard-batches.ts';

/** Attributes of which it is found out together whether anything is said of them; most are silent. */
const AT_ONCE = 1_000;

export interface CollectionContents {
  /** Attributes by family. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  readonly bits: number;
}

/** The shards of what records and the tracker say of the collection's packages, in their order, by the facts that `POST /purls` loads. */
export async function* collectionShards(
  db: Db,
  { families, bits }: CollectionContents,
  signal: AbortSignal,
): AsyncGenerator<WrittenShard> {
  const familiesAt = Map.groupBy(families.keys(), (family) => shardOf(sha256, family, bits));
  const attributesAt = (prefix: number) =>
    (familiesAt.get(prefix) ?? []).flatMap((family) => families.get(family) ?? []).sort();
  const documents = openDocuments();
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => attributesAt(prefix).length)) {
    const attributes = batch.flatMap(attributesAt);
    const loaded = factsOf(db, documents, attributes, signal);
    for (const prefix of batch) {
      const pool = openAttributePool();
      for (const attribute of attributesAt(prefix)) {
        const next = await loaded.next();
        if (next.done !== true && next.value !== null) pool.add(attribute, next.value);
      }
      const shard = pool.shard({ partition: COLLECTION, bits, prefix });
      yield { text: writeCollection(shard), rows: shard.statements.length };
    }
    signal.throwIfAborted();
  }
}

/** In the order of the attributes, everything that is said of each without a version; null where nothing is. */
async function* factsOf(
  db: Db,
  documents: Documents,
  attributes: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<LoadedFacts | null> {
  const questions = attributes.map((attribute) => ({ package: attribute, version: null }));
  const known = await settledFacts(db, questions, { at: null });
  const isSilent = (place: number) => {
    const facts = known[place]?.settled?.facts;
    return facts !== undefined && facts.complete !== false && (facts.speakers ?? []).length === 0;
  };
  const preparedOf = new Map(known.map(({ prepared }) => [prepared.meant.question, prepared]));
  const load = factsLoader(db, documents, {
    at: null,
    signal,
    prepared: (some) => some.flatMap((question) => preparedOf.get(question) ?? []),
  });
  const open = eachLoaded(
    load,
    questions.filter((_, place) => !isSilent(place)),
  );
  for (const place of questions.keys()) {
    const next = isSilent(place) ? null : await open.next();
    yield next === null || next.done === true ? null : next.value;
  }
}
