import { answerForName } from '@almanac/core/matching';
import { EMPTY_SHARD, findSilent, judgingByShard, readShard, type Shard } from '@almanac/core/snapshots';
import { inSlices } from '../../platform/in-slices.ts';
import { packageKey } from '../../projections/package-name.ts';
import { type CurrentPack, loadPacks, type PackName, packMark, packPlace } from '../../queries/packs.ts';
import type { Db } from '../../store/database.ts';
import type { Effort } from '../judging/effort.ts';
import type { ExactQuestion } from './exact-facts.ts';
import { readsOf } from './exact-reads.ts';
import type { SetResult } from './judge-packages.ts';
import { matchExact, type SourcesOf } from './match-exact.ts';

/** Judges packages by ecosystem and exact name, in their order: by their packs, and by their rows where a pack is not current. */
export async function judgeByName(
  db: Db,
  questions: readonly ExactQuestion[],
  sourcesOf: SourcesOf,
  effort: Effort,
): Promise<readonly SetResult[]> {
  const packed = await judgeByPacks(db, questions, sourcesOf, effort);
  const others = questions.filter((question) => !packed.has(question));
  const matched = others.length === 0 ? [] : await matchExact(readsOf(db), others, sourcesOf, effort);
  const results = new Map([...packed, ...matched.map(({ question, result }) => [question, result] as const)]);
  return questions.flatMap((question) => results.get(question) ?? []);
}

/** Judges the questions whose packs are current, and leaves out the others. */
export async function judgeByPacks(
  db: Db,
  questions: readonly ExactQuestion[],
  sourcesOf: SourcesOf,
  { signal, evaluated }: Effort,
): Promise<ReadonlyMap<ExactQuestion, SetResult>> {
  const results = new Map<ExactQuestion, SetResult>();
  const silent = new Map<string, SetResult>();
  const byName = Map.groupBy(questions, (question) => packMark(nameOf(question)));
  const names = [...byName.values()].map(([question]) => nameOf(question as ExactQuestion));
  const packs = await loadPacks(db, names);
  for (const [place, name] of names.entries()) {
    const shard = openPack(name, packs[place] ?? null);
    if (shard === null) continue;
    for (const question of byName.get(packMark(name)) ?? []) {
      const sources = sourcesOf(question);
      const key = silentKey(shard, question, sources);
      const alike = key === null ? undefined : silent.get(key);
      const result = alike ?? (await inSlices(judgingByShard(shard, question, sources), signal));
      if (key !== null) silent.set(key, result);
      results.set(question, alike === undefined ? result : answerForName(result, question));
    }
    evaluated?.(shard.packages.reduce((sum, { rows }) => sum + rows.length, 0));
  }
  return results;
}

/** Lists what the verdict depends on where no statement may apply, for a name as records write it; null for other questions. */
function silentKey(shard: Shard, question: ExactQuestion, [first]: ReturnType<SourcesOf>): string | null {
  const { ecosystem, version, gaps, package: name } = question;
  const speakers = findSilent(shard, question);
  const isPlain = speakers?.every(({ subject }) => subject.name === name && subject.ecosystem === ecosystem) === true;
  const isWhole = first?.selection?.isWhole(question, []) ?? null;
  const isComplete = shard.packages.every(({ complete }) => complete);
  return isPlain
    ? JSON.stringify([ecosystem, version === null, gaps, speakers.map(({ sources }) => sources), isWhole, isComplete])
    : null;
}

function nameOf({ ecosystem, package: name }: ExactQuestion): PackName {
  const key = packageKey(ecosystem, name);
  return { name: key.name, ecosystem: key.ecosystem ?? '' };
}

/** Opens a pack as the shard that it is; null where it is not current. */
function openPack({ ecosystem }: PackName, current: CurrentPack | null): Shard | null {
  if (current === null) return null;
  return current.pack === null ? EMPTY_SHARD : readShard(current.pack, packPlace(ecosystem));
}
