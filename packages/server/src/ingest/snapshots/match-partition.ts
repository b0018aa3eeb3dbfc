import type { SourceId } from '@almanac/contract';
import { shardOf, writeShard } from '@almanac/core/snapshots';
import { type ExactFacts, type ExactQuestion, exactFacts } from '../../app/packages/exact-facts.ts';
import { readsOf } from '../../app/packages/exact-reads.ts';
import { composeShard, namedIn, readNamed } from '../../app/packages/packs.ts';
import { nextTurn } from '../../platform/in-slices.ts';
import { mayPassOnRecord } from '../../sources/licences.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
import type { KeptShard, KnownShards } from './known-since.ts';
import { shardBatches } from './shard-batches.ts';

/** Packages that are read together. */
const AT_ONCE = 300;

export interface WrittenShard {
  readonly text: string;
  readonly rows: number;
}

export interface PartitionContents {
  readonly ecosystem: string;
  readonly names: readonly string[];
  readonly bits: number;
  /** Sources of the records. */
  readonly sources: readonly SourceId[];
  readonly known: KnownShards;
  /** Names of which something may be known that was not when shards were noted. */
  readonly touched: readonly string[];
}

/** The shards of an ecosystem in their order. What is held at once is what some hundred packages have. */
export async function* matchShards(
  db: Db,
  { ecosystem, names, bits, sources, known, touched }: PartitionContents,
  signal: AbortSignal,
): AsyncGenerator<WrittenShard | KeptShard> {
  const namesOf = Map.groupBy(names, (name) => shardOf(sha256, name, bits));
  const touchedAt = new Set(touched.map((name) => shardOf(sha256, name, bits)));
  const keptAt = (prefix: number) => (touchedAt.has(prefix) ? null : known.kept(prefix));
  const askedAt = (prefix: number) => (keptAt(prefix) === null ? (namesOf.get(prefix) ?? []) : []);
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => askedAt(prefix).length)) {
    const facts = await factsOf(db, ecosystem, batch.flatMap(askedAt), sources, signal);
    for (const prefix of batch) {
      const kept = keptAt(prefix);
      if (kept !== null) {
        yield kept;
        continue;
      }
      const own = askedAt(prefix)
        .flatMap((name) => facts.get(name) ?? [])
        .map(omitWithheld);
      const ids = namedIn(own);
      const named = await readNamed(db, ids, 'passed_on');
      const shard = composeShard({ partition: `ecosystem/${ecosystem}`, bits, prefix }, own, ids, named);
      const rows = shard.packages.reduce((sum, each) => sum + each.rows.length, 0);
      known.note(prefix, rows, ids);
      yield { text: writeShard(shard), rows };
    }
    signal.throwIfAborted();
    await nextTurn();
  }
}

/** Leaves out records that may not be passed on. What is left is not everything that is known: a package is unknown rather than clean. */
function omitWithheld(facts: ExactFacts): ExactFacts {
  const found = facts.found.filter(({ assertion: { record } }) => mayPassOnRecord(record.source, record.id));
  if (found.length === facts.found.length) return facts;
  const ids = new Set(
    found.flatMap(({ assertion: { record } }) => [record.id, ...(facts.covers?.get(record.id) ?? [])]),
  );
  const aliases = facts.aliases.filter((group) => group.ids.some((id) => ids.has(id)));
  return { ...facts, found, aliases, complete: false };
}

/** Without a version and of every release: all that any question about the package takes. */
async function factsOf(
  db: Db,
  ecosystem: string,
  names: readonly string[],
  sources: readonly SourceId[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ExactFacts>> {
  const found = new Map<string, ExactFacts>();
  const questions = names.map((name) => ({ package: name, version: null, ecosystem }));
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const some = questions.slice(from, from + AT_ONCE);
    for (const one of await allFacts(db, some, sources, signal)) found.set(one.question.package, one);
  }
  return found;
}

/** What is not whole is asked for alone: what it is asked together with is not to show. */
async function allFacts(
  db: Db,
  questions: readonly ExactQuestion[],
  sources: readonly SourceId[],
  signal: AbortSignal,
): Promise<readonly ExactFacts[]> {
  const found: ExactFacts[] = [];
  for await (const { facts } of exactFacts(readsOf(db), questions, { sources, signal })) {
    for (const one of facts) {
      if (one.complete !== false || questions.length === 1) found.push(one);
      else found.push(...(await allFacts(db, [one.question], sources, signal)));
    }
  }
  return found;
}
