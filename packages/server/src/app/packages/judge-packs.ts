import {
  answerForName,
  type MatchFacts,
  type MatchQuestion,
  type MatchResult,
  matchesOf,
  summarise,
  type VerdictAnswer,
} from '@almanac/core/matching';
import { findSilent, type Shard, type ShardJudgement, settleByShard } from '@almanac/core/snapshots';
import { turns } from '../../platform/in-slices.ts';
import { type PackName, packMark, toPackName } from '../../projections/pack-name.ts';
import { packageKey } from '../../projections/package-name.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import type { Db } from '../../store/database.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import type { Effort } from '../judging/effort.ts';
import { loadPacks } from './packs.ts';

/** A question that names the ecosystem, as a purl does. */
export type ExactQuestion = MatchQuestion & { readonly ecosystem: string };

/** What is told of each package of a set. */
export type SetResult = Pick<MatchResult, 'matches' | 'otherMatches' | keyof VerdictAnswer>;

export type SourcesOf = (question: ExactQuestion) => MatchFacts['sources'];

interface Settled extends ShardJudgement {
  readonly question: ExactQuestion;
  /** The key of questions that come to the same. */
  readonly key: string | null;
  /** Null: to be read. */
  readonly summaries: Shard['summaries'] | null;
}

/** Judges packages by ecosystem and exact name. */
export async function judgeByName(
  db: Db,
  questions: readonly ExactQuestion[],
  sourcesOf: SourcesOf,
  { moment = null, signal, evaluated }: Effort & { readonly moment?: Moment | null },
): Promise<ReadonlyMap<ExactQuestion, SetResult>> {
  const results = new Map<ExactQuestion, SetResult>();
  const silent = new Map<string, SetResult>();
  const alike: { readonly question: ExactQuestion; readonly key: string }[] = [];
  const open: Settled[] = [];
  const byName = Map.groupBy(questions, (question) => packMark(packAsked(question)));
  const keys = new Set<string>();
  const turn = turns(signal);
  for await (const { name, shard, isBuilt } of loadPacks(db, questions.map(packAsked), { moment })) {
    const statements = shard.packages.reduce((sum, { rows }) => sum + rows.length, 0);
    for (const question of byName.get(packMark(name)) ?? []) {
      const sources = sourcesOf(question);
      const key = silentKey(shard, question, sources);
      if (key !== null && keys.has(key)) {
        alike.push({ question, key });
        continue;
      }
      if (key !== null) keys.add(key);
      evaluated?.(statements);
      const settled = settleByShard(shard, question, sources);
      await turn();
      open.push({ ...settled, question, key, summaries: isBuilt ? null : shard.summaries });
    }
  }
  const unread = open.filter(({ summaries }) => summaries === null);
  const ids = unread.flatMap(({ judged }) => judged.vulnerabilities.flatMap(({ gathered }) => gathered.ids));
  const read = ids.length === 0 ? new Map() : await vulnerabilitySummaries(db, [...new Set(ids)], moment?.at ?? null);
  for (const { question, key, facts, judged, summaries } of open) {
    const result = showMatches(facts, judged, summaries ?? read);
    await turn();
    if (key !== null) silent.set(key, result);
    results.set(question, result);
  }
  for (const { question, key } of alike) {
    const result = silent.get(key);
    if (result !== undefined) results.set(question, answerForName(result, question));
  }
  return results;
}

function showMatches(facts: MatchFacts, judged: ShardJudgement['judged'], summaries: Shard['summaries']): MatchResult {
  return summarise(matchesOf(facts, judged), summaries);
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

/** The name of the pack that a question is about. */
export function packAsked({ ecosystem, package: name }: Pick<ExactQuestion, 'ecosystem' | 'package'>): PackName {
  return toPackName(packageKey(ecosystem, name));
}
