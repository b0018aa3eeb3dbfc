import { concernedAttributes, keysOfCve } from '@almanac/core/matching';
import type { Subject } from '@almanac/core/ranges';
import { RECORD_SOURCES } from '@almanac/core/records';
import { recordsOfVulnerability, type VulnerabilityRecords } from '../../app/judging/records-of-vulnerability.ts';
import { momentOf } from '../../queries/affected-rows.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { collectionConcerned } from '../../queries/collection-concerned.ts';
import type { CollectionPackageRow } from '../../queries/collection-packages.ts';
import type { CveSubjects } from '../../queries/cve-subjects.ts';
import { subjectsOfRecords } from '../../queries/subjects-of-records.ts';
import type { Db } from '../../store/database.ts';
import { type JudgingDeps, judgePackages, type MatchDeps } from '../packages/judge-packages.ts';
import type { CollectionVerdict } from './collection-verdict.ts';
import type { LoadedCve } from './cve-facts.ts';

/** Entries that are judged, and those that are shown at all: forty attributes in five channels, and as many that are said to be unknown. */
const MOST_JUDGED = 200;
const MOST_SHOWN = 400;

export interface CollectionVerdicts {
  readonly packages: readonly CollectionVerdict[];
  /** Whether every package that the CVE may concern is among them. */
  readonly complete: boolean;
}

/** The parts of a CVE by which the packages that it may concern are found. */
interface ConcerningCve {
  readonly facts: Pick<LoadedCve['facts'], 'id'>;
  readonly tracker: Pick<NonNullable<LoadedCve['tracker']>, 'names'> | null;
  readonly about?: LoadedCve['about'];
}

/** Judges the packages of the collection that a CVE may concern. */
export async function collectionVerdicts(
  deps: JudgingDeps,
  knowledge: ConcerningCve,
  at: Date | Moment | null = null,
): Promise<CollectionVerdicts> {
  const moment = momentOf(at);
  const { facts } = knowledge;
  const { entries, records, complete } = await concernedEntries(deps, knowledge, moment);
  const questions = [
    ...new Map(
      entries
        .slice(0, MOST_JUDGED)
        .map(({ attribute, version }) => [keyOf(attribute, version), { package: attribute, version }]),
    ).values(),
  ];
  const places = new Map(questions.map((question, place) => [keyOf(question.package, question.version), place]));
  const judged = await Array.fromAsync(
    judgePackages(deps, questions, {
      at: moment?.at ?? null,
      clock: moment?.clock,
      vulnerability: new Set([facts.id]),
      records,
    }),
  );
  const shown = entries.slice(0, MOST_JUDGED).flatMap(({ attribute, channel, version }): CollectionVerdict[] => {
    const one = judged[places.get(keyOf(attribute, version)) ?? -1];
    if (one === undefined) return [];
    const { matches, otherMatches, cleared, verdict, verdictReason, unknownReasons } = one.result;
    const [match] = [...matches, ...otherMatches];
    // A namesake that no record of the CVE is about.
    if (match === undefined && cleared.length === 0) return [];
    const confidence = match?.confidence ?? null;
    const fixedIn = match?.fixedIn ?? null;
    return [{ attribute, channel, version, verdict, unknownReasons, confidence, fixedIn, reason: verdictReason }];
  });
  // Left out they would look as if the CVE had nothing to do with them.
  const reason = `Not evaluated: too many packages (${entries.length}) match the names in its records.`;
  const left = entries.slice(MOST_JUDGED, MOST_SHOWN).map(({ attribute, channel, version }): CollectionVerdict => {
    const unknownReasons = ['limit_reached' as const];
    return { attribute, channel, version, verdict: 'unknown', unknownReasons, confidence: null, fixedIn: null, reason };
  });
  return { packages: [...shown, ...left], complete: complete && entries.length <= MOST_SHOWN };
}

interface ConcernedEntries {
  readonly entries: readonly CollectionPackageRow[];
  readonly records: VulnerabilityRecords;
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** The entries of the collection that a CVE may concern, by the relation that leads from a package to its records. */
async function concernedEntries(
  { databases }: JudgingDeps,
  { facts, tracker, about }: ConcerningCve,
  moment: Moment | null,
): Promise<ConcernedEntries> {
  const found = await databases.readWithFallback(async (db) => {
    const { records, subjects, isWhole } =
      about === undefined || moment !== null ? await subjectsAt(db, facts.id, moment) : subjectsNow(about);
    const cve = { ids: records.ids, subjects, issueNames: tracker?.names ?? [] };
    const { rows, complete } = await collectionConcerned(db, keysOfCve(cve), moment?.at ?? null);
    return { cve, rows, records, complete: isWhole && complete };
  });
  const weights = concernedAttributes(found.rows, found.cve);
  const concerned = found.rows.filter(({ attribute }) => weights.has(attribute));
  const weigh = ({ attribute }: CollectionPackageRow) => weights.get(attribute) ?? 0;
  // Hundreds of packages of a language follow its name, and the ones that are surely meant must be among those that are judged.
  const entries = concerned.length > MOST_JUDGED ? concerned.toSorted((a, b) => weigh(b) - weigh(a)) : concerned;
  return { entries, records: found.records, complete: found.complete };
}

interface CveRecords {
  readonly records: VulnerabilityRecords;
  readonly subjects: readonly Subject[];
  readonly isWhole: boolean;
}

function subjectsNow({ ids, isEveryRecord, subjects, isEverySubject }: CveSubjects): CveRecords {
  return { records: { ids, complete: isEveryRecord }, subjects, isWhole: isEveryRecord && isEverySubject };
}

async function subjectsAt(db: Db, id: string, moment: Moment | null): Promise<CveRecords> {
  const records = await recordsOfVulnerability(db, [id], moment);
  const { subjects, complete } = await subjectsOfRecords(db, {
    ids: records.ids,
    sources: RECORD_SOURCES,
    at: moment,
  });
  return { records, subjects, isWhole: records.complete && complete };
}

function keyOf(attribute: string, version: string | null): string {
  return JSON.stringify([attribute, version]);
}

/** The same knowledge with the verdicts of the collection's packages. */
export async function withVerdicts<K extends LoadedCve>(
  deps: MatchDeps,
  knowledge: K,
  at: Date | Moment | null = null,
): Promise<K> {
  const { tracker } = knowledge;
  const { packages, complete } = await collectionVerdicts(deps, knowledge, at);
  if (tracker === null && packages.length === 0 && complete) return knowledge;
  const known = tracker ?? { issues: [], names: [], fixes: [], records: [], complete: true };
  return { ...knowledge, tracker: { ...known, packages, complete: known.complete && complete } };
}
