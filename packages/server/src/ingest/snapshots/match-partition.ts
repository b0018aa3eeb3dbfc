import type { SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core/matching';
import { type Shard, type ShardPackage, shardOf, writeShard } from '@almanac/core/snapshots';
import { type ExactFacts, exactFacts } from '../../app/packages/exact-facts.ts';
import { readsOf } from '../../app/packages/exact-reads.ts';
import { nextTurn } from '../../platform/in-slices.ts';
import { packageKey } from '../../projections/package-name.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
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
}

/** The shards of an ecosystem in their order. What is held at once is what some hundred packages have. */
export async function* matchShards(
  db: Db,
  { ecosystem, names, bits, sources }: PartitionContents,
  signal: AbortSignal,
): AsyncGenerator<WrittenShard> {
  const namesOf = Map.groupBy(names, (name) => shardOf(sha256, name, bits));
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => namesOf.get(prefix)?.length ?? 0)) {
    const wanted = batch.flatMap((prefix) => namesOf.get(prefix) ?? []);
    const facts = await factsOf(db, ecosystem, wanted, sources, signal);
    for (const each of batch) {
      const own = (namesOf.get(each) ?? []).flatMap((name) => facts.get(name) ?? []);
      const place = { partition: `ecosystem/${ecosystem}`, bits, prefix: each };
      const shard = await shardOfFacts(db, place, own);
      yield { text: writeShard(shard), rows: shard.packages.reduce((sum, { rows }) => sum + rows.length, 0) };
    }
    signal.throwIfAborted();
    await nextTurn();
  }
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
    for await (const { facts } of exactFacts(readsOf(db), some, { sources, signal })) {
      for (const one of facts) found.set(one.question.package, one);
    }
  }
  return found;
}

async function shardOfFacts(
  db: Db,
  place: Pick<Shard, 'partition' | 'bits' | 'prefix'>,
  facts: readonly ExactFacts[],
): Promise<Shard> {
  const reads = readsOf(db);
  const linked: FoundAssertion[] = [];
  const packages = facts.flatMap((one): ShardPackage[] => {
    const { question, found, complete = true } = one;
    const own = found.filter((each) => isOf(each, question));
    linked.push(...found.filter((each) => !isOf(each, question)));
    return own.length === 0 ? [] : [{ name: question.package, rows: own.toSorted(byRecord), complete }];
  });
  const groups = new Map(facts.flatMap(({ aliases }) => aliases.map((group) => [group.id, group])));
  const records = new Set(packages.flatMap(({ rows }) => rows.map(({ assertion }) => assertion.record.id)));
  const covers = facts.flatMap((one) => [...(one.covers ?? [])]).filter(([id]) => records.has(id));
  const named = [...records, ...covers.flatMap(([, ids]) => ids), ...[...groups.values()].flatMap(({ ids }) => ids)];
  const ids = [...new Set(named)].sort();
  const summaries = await reads.summaries(ids, null);
  const rejected = await reads.rejected(ids);
  return {
    ...place,
    packages,
    linked: linked.toSorted(byRecord),
    groups: [...groups.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    covers: new Map(covers.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    rejected: new Set([...rejected.keys()].sort()),
    summaries: new Map(
      ids.flatMap((id) => {
        const known = summaries.get(id);
        return known === undefined
          ? []
          : [[id, { severity: known.severity, score: known.score, title: known.title }] as const];
      }),
    ),
  };
}

/** Whether an assertion is about the package itself, and not what the record of a CVE says of a product. */
function isOf({ assertion: { subject } }: FoundAssertion, question: ExactFacts['question']): boolean {
  if (subject.ecosystem === null) return false;
  const { ecosystem, name } = packageKey(subject.ecosystem, subject.name);
  return ecosystem === question.ecosystem && name === question.package;
}

/** Storage has no order: the same facts are to be the same bytes. */
function byRecord(a: FoundAssertion, b: FoundAssertion): number {
  const [first, second] = [orderOf(a), orderOf(b)];
  return first < second ? -1 : Number(first > second);
}

function orderOf({ assertion: { record, subject, claims } }: FoundAssertion): string {
  return JSON.stringify([record.source, record.id, record.by, subject.ecosystem, subject.name, claims]);
}
