import { compareText } from '@almanac/core/ids';
import type { FoundAssertion, MatchSummary } from '@almanac/core/matching';
import { type Shard, type ShardPackage, writeShard } from '@almanac/core/snapshots';
import { packageKey } from '../../projections/package-name.ts';
import { type PackName, packMark, packPlace } from '../../queries/packs.ts';
import { rejectedCves } from '../../queries/rejected-cves.ts';
import type { Db } from '../../store/database.ts';
import type { PackRow } from '../../store/packs.ts';
import { type SummaryRecords, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { type ExactFacts, type ExactQuestion, exactFacts } from './exact-facts.ts';
import { readsOf } from './exact-reads.ts';

/** Larger packs are not kept: to read one for a question takes longer than to read the rows that concern its version. */
const MAX_PACK = 256 << 10;

/** Makes the packs of packages from their rows; of those without records none. */
export async function makePacks(db: Db, names: readonly PackName[], signal: AbortSignal): Promise<readonly PackRow[]> {
  const questions = names.map(({ name, ecosystem }) => ({ package: name, version: null, ecosystem }));
  const packs: PackRow[] = [];
  for await (const { facts } of exactFacts(readsOf(db), questions, { signal })) {
    const idsOf = new Map(facts.map((one) => [one, namedIn([one])]));
    const named = await readNamed(db, [...new Set([...idsOf.values()].flat())]);
    for (const [one, ids] of idsOf) {
      const { ecosystem, package: name } = one.question;
      const shard = composeShard(packPlace(ecosystem), [one], ids, named);
      if (shard.packages.every(({ rows }) => rows.length === 0)) continue;
      const pack = writeShard(shard);
      const isKept = one.complete !== false && pack.length <= MAX_PACK;
      packs.push({ name, ecosystem, pack: isKept ? pack : null, depends: [packMark({ name, ecosystem }), ...ids] });
    }
  }
  return packs;
}

/** Says what lists show of ids, and which of them are rejected CVEs. */
export interface NamedIds {
  readonly summaries: ReadonlyMap<string, MatchSummary>;
  readonly rejected: Pick<ReadonlySet<string>, 'has'>;
}

export async function readNamed(db: Db, ids: readonly string[], from: SummaryRecords = 'all'): Promise<NamedIds> {
  return { summaries: await vulnerabilitySummaries(db, ids, null, from), rejected: await rejectedCves(db, ids) };
}

/** Lists the ids of all vulnerabilities that the facts of packages name, in order. */
export function namedIn(facts: readonly ExactFacts[]): readonly string[] {
  const records = facts.flatMap(recordsOf);
  const covered = facts.flatMap((one) => coversOf(one).flatMap(([, ids]) => ids));
  const grouped = facts.flatMap(({ aliases }) => aliases.flatMap(({ ids }) => ids));
  return [...new Set([...records, ...covered, ...grouped])].sort();
}

/** Makes a shard of packages; `ids` are those that `namedIn` lists. The same facts are the same shard, in whatever order storage gives them. */
export function composeShard(
  place: Pick<Shard, 'partition' | 'bits' | 'prefix'>,
  facts: readonly ExactFacts[],
  ids: readonly string[],
  { summaries, rejected }: NamedIds,
): Shard {
  const packages = facts.flatMap((one): ShardPackage[] => {
    const rows = ownStatements(one);
    // A package of which everything was left out is unknown, not clean.
    return rows.length === 0 && one.complete !== false
      ? []
      : [{ name: one.question.package, rows: sortByRecord(rows), complete: one.complete ?? true }];
  });
  const groups = new Map(facts.flatMap(({ aliases }) => aliases.map((group) => [group.id, group])));
  return {
    ...place,
    packages,
    linked: sortByRecord(facts.flatMap(({ found, question }) => found.filter((each) => !isOf(each, question)))),
    groups: [...groups.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    covers: new Map(facts.flatMap(coversOf).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    rejected: new Set(ids.filter((id) => rejected.has(id))),
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

function ownStatements({ found, question }: ExactFacts): readonly FoundAssertion[] {
  return found.filter((each) => isOf(each, question));
}

function recordsOf(facts: ExactFacts): readonly string[] {
  return ownStatements(facts).map(({ assertion }) => assertion.record.id);
}

/** Lists what the package's own records cover. */
function coversOf(facts: ExactFacts): readonly (readonly [string, readonly string[]])[] {
  const records = new Set(recordsOf(facts));
  return [...(facts.covers ?? [])].filter(([id]) => records.has(id));
}

/** Whether an assertion is about the package itself, and not what the record of a CVE says of a product. */
function isOf({ assertion: { subject } }: FoundAssertion, question: ExactQuestion): boolean {
  if (subject.ecosystem === null) return false;
  const { ecosystem, name } = packageKey(subject.ecosystem, subject.name);
  return ecosystem === question.ecosystem && name === question.package;
}

function sortByRecord(found: readonly FoundAssertion[]): readonly FoundAssertion[] {
  return found
    .map((one) => ({ one, key: toSortKey(one) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ one }) => one);
}

function toSortKey({ assertion }: FoundAssertion): string {
  const { record, subject, claims } = assertion;
  return JSON.stringify([record.source, record.id, record.by, subject.ecosystem, subject.name, claims, assertion]);
}
