import {
  identityContext,
  identityOf,
  type KnownSubject,
  type MatchFacts,
  type MatchQuestion,
  type MatchResult,
  matchPackage,
  type RecordFact,
  type Subject,
} from '@almanac/core';
import type { Moment } from '../../queries/affected-held.ts';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import { type AskedPackage, allAffectedRows } from '../../queries/affected-rows.ts';
import { aliasGroupsOf } from '../../queries/alias-groups-of.ts';
import { packageSpeakers } from '../../queries/package-speakers.ts';
import { ecosystemOf, type NamedPackage, packagesNamed } from '../../queries/packages-named.ts';
import { upstreamCves } from '../../queries/upstream-cves.ts';
import { type VulnerabilitySummary, vulnerabilitySummaries } from '../../queries/vulnerability-summaries.ts';
import type { Db } from '../../store/database.ts';
import { RECORD_SOURCES } from './match-facts.ts';

/** A question that names the ecosystem, as a purl does. */
export type ExactQuestion = MatchQuestion & { readonly ecosystem: string };

export interface ExactMatches {
  readonly question: ExactQuestion;
  readonly result: MatchResult;
  readonly summaries: ReadonlyMap<string, VulnerabilitySummary>;
}

/** Entries that are evaluated for so many questions at once, and for one alone. */
const MOST_EVALUATED = 20_000;

/**
 * Matches of many packages, each by ecosystem and exact name, in a handful of questions to the database for all of them. What stands
 * in documents alone, such as references, is not read: with the ecosystem given, it decides nothing.
 */
export async function matchExact(
  db: Db,
  questions: readonly ExactQuestion[],
  sourcesOf: (question: ExactQuestion) => MatchFacts['sources'],
  /** As it was known then; names and aliases are those of today, so that what was and what is can be held against each other. */
  moment: Moment | null = null,
): Promise<readonly ExactMatches[]> {
  const named = await packagesNamed(
    db,
    questions.map(({ package: name, ecosystem }) => ({ name, ecosystem })),
  );
  const meant = questions.map((question, i) => meantBy(question, named[i] ?? []));
  const asked = new Map<string, AskedPackage>();
  const keysOf = questions.map(({ version }, i) =>
    (meant[i] ?? []).map((one) => {
      const key = JSON.stringify([one.id, version]);
      if (!asked.has(key)) asked.set(key, { package: one, version });
      return key;
    }),
  );
  const all = { asked: [...asked.values()], sources: RECORD_SOURCES, at: moment };
  const { rows, complete } = await allAffectedRows(db, all, MOST_EVALUATED);
  const half = Math.ceil(questions.length / 2);
  // A giant among them: the others are answered in full all the same.
  if (!complete && questions.length > 1) {
    return [
      ...(await matchExact(db, questions.slice(0, half), sourcesOf, moment)),
      ...(await matchExact(db, questions.slice(half), sourcesOf, moment)),
    ];
  }
  const rowsOf = Map.groupBy(rows, (row) => row.asked);
  const covers = await upstreamCves(db, [...new Set(rows.map(({ recordId }) => recordId))], null);
  const ids = new Set([...rows.map(({ recordKey }) => recordKey), ...[...covers.values()].flat()]);
  const groups = await aliasGroupsOf(db, [...ids], null);
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)));
  const packageIds = new Set([...asked.values()].map((one) => one.package.id));
  const speakers = await packageSpeakers(db, [...packageIds], RECORD_SOURCES, moment);

  const facts = questions.map((question, i): MatchFacts => {
    const said = (keysOf[i] ?? []).flatMap((key) => {
      const of = asked.get(key);
      return of === undefined ? [] : (rowsOf.get(of) ?? []);
    });
    const own = said.flatMap(({ recordKey }) => (covers.get(recordKey) ?? []).concat(recordKey));
    return {
      question,
      collection: [],
      issues: [],
      found: said.map(({ assertion, sha256 }) => ({ assertion, sha256 })),
      aliases: [...new Set(own.flatMap((id) => groupOf.get(id) ?? []))],
      covers,
      records: [],
      sources: sourcesOf(question),
      speakers: (meant[i] ?? []).flatMap((one): KnownSubject[] => {
        const by = speakers.get(one.id);
        return by === undefined ? [] : [{ subject: subjectOf(one), sources: [...by] }];
      }),
      complete,
    };
  });
  return settled(db, facts, [...packageIds], moment);
}

function meantBy(question: ExactQuestion, named: readonly NamedPackage[]): NamedPackage[] {
  const context = identityContext(question, []);
  return named.filter((one) => one.name !== '*' && identityOf(subjectOf(one), context, null) !== null);
}

function subjectOf(one: NamedPackage): Subject {
  return { ecosystem: one.ecosystem === null ? null : ecosystemOf(one), vendor: one.vendor, name: one.name };
}

/**
 * A second look at what may match. Entries that surely do not hold were left out; of these ids they are read, too, since they speak
 * against a match. Nothing of a rejected CVE matches.
 */
async function settled(
  db: Db,
  facts: readonly MatchFacts[],
  packageIds: readonly number[],
  moment: Moment | null,
): Promise<readonly ExactMatches[]> {
  const first = facts.map((fact) => {
    const result = matchPackage(fact);
    return { result, own: idsOf(result) };
  });
  const ids = [...new Set(first.flatMap(({ own }) => own))];
  const entries = await affectedOfIds(db, { ids, sources: RECORD_SOURCES, packageIds, at: moment });
  const entriesOf = Map.groupBy(entries, ({ assertion }) => assertion.record.id);
  const summaries = await vulnerabilitySummaries(db, ids, moment?.at ?? null);
  return facts.map((fact, i) => {
    const { result: found, own } = first[i] ?? { result: matchPackage(fact), own: [] };
    const question = fact.question as ExactQuestion;
    const said = own.flatMap((id) => entriesOf.get(id) ?? []);
    const records = own.flatMap((id) => (summaries.get(id)?.rejected === true ? [rejected(id)] : []));
    const known = Map.groupBy(fact.found, ({ assertion }) => assertion.record.id);
    const isAll = own.every((id) => (entriesOf.get(id)?.length ?? 0) === (known.get(id)?.length ?? 0));
    if (isAll && records.length === 0) return { question, result: found, summaries };
    const result = matchPackage({ ...fact, found: fact.found.concat(said), records });
    return { question, result, summaries };
  });
}

function idsOf({ matches, otherMatches }: MatchResult): string[] {
  return [...new Set(matches.concat(otherMatches).flatMap(({ id, aliases }) => aliases.concat(id)))];
}

function rejected(id: string): RecordFact {
  return { source: 'cve_list_v5', id, title: null, severities: [], references: [], rejected: true };
}
