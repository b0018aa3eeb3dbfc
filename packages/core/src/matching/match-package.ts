import { groupByKeys } from '../ids/group-by-keys.ts';
import { compareText } from '../ids/order.ts';
import type { Confidence } from '../ranges/model.ts';
import { severityRank } from '../scores/rating.ts';
import { collectionSays, cvesOfCollection } from './decide/collection-says.ts';
import { isLikely } from './decide/confidence.ts';
import { type Judgement, judgeVulnerability } from './decide/judgement.ts';
import { type VerdictAnswer, verdictOf } from './decide/verdict.ts';
import type { RecordOutcome } from './evaluate/deciding-entry.ts';
import { outcomesOf } from './evaluate/outcomes.ts';
import { buildMatch, clearedVulnerability, type MatchContent } from './explain/build-match.ts';
import type { MatchFacts, MeantRecord } from './facts.ts';
import type { ClearedVulnerability, Match } from './match.ts';
import { identityContext } from './resolve/identity.ts';
import { meantRecords } from './resolve/meant-records.ts';
import { trackedNames } from './resolve/tracked.ts';
import { type Vulnerabilities, vulnerabilitiesOf } from './resolve/vulnerabilities.ts';

/** What is said about the package as a whole. */
export interface MatchResult extends VerdictAnswer {
  /** With a CVE id; worst first: confidence, then severity, then id. */
  readonly matches: readonly Match[];
  /** Without one. */
  readonly otherMatches: readonly Match[];
  /** Vulnerabilities with a statement about the package that clears the version, strongest clearing statement each; sorted by id. */
  readonly cleared: readonly ClearedVulnerability[];
  /** Names under which records were looked for, strongest first; bounded. */
  readonly searched: readonly string[];
  /** Matches that rest on OSV records, by base ecosystem, after the version filter. */
  readonly osvMatches: Readonly<Record<string, number>>;
  /** Records that are surely or likely about the package, and what each says of the version. */
  readonly evaluated: {
    readonly records: number;
    readonly affected: number;
    readonly notAffected: number;
    readonly unknown: number;
  };
}

/**
 * Judges one package at one version. The folders are the steps, in this order:
 *
 * 1. `resolve`: find the names that the question may mean, and the records that are about them (`identity-rules.ts`).
 * 2. `load`: the caller reads what is said of these names and hands it over as `found` and `records`.
 * 3. `evaluate`: compare the version with what each record says.
 * 4. `decide`: weigh the records of each vulnerability (`confidence.ts`), then all vulnerabilities (`verdict.ts`).
 * 5. `explain`: write each match with its proof.
 *
 * `meant` are the records about the package (`recordsMeant`), for a caller that asks about several versions of it.
 *
 * It is pure, and the order of what is given never matters. docs/matching.md lists the rules and weights; a test keeps the two equal.
 */
export function matchPackage(facts: MatchFacts, meant?: readonly MeantRecord[]): MatchResult {
  return matchesOf(facts, judgePackage(facts, meant));
}

/** What each vulnerability of the package comes to, and what all of them do. No match is written yet: who asks for the verdict needs none. */
export interface PackageJudgement {
  readonly verdict: VerdictAnswer;
  /** What each record about the package comes to by itself, before those of one vulnerability are judged together. */
  readonly outcomes: readonly RecordOutcome[];
  readonly vulnerabilities: readonly JudgedVulnerability[];
  /** Names under which records were looked for, strongest first; bounded. */
  readonly searched: readonly string[];
}

export interface JudgedVulnerability {
  readonly gathered: MatchContent;
  readonly judgement: Judgement;
}

/** Resolves, evaluates and decides. */
export function judgePackage(facts: MatchFacts, meant?: readonly MeantRecord[]): PackageJudgement {
  const { question } = facts;
  const context = identityContext(question, facts.collection, facts.speakers, facts.candidates);
  const tracked = trackedNames(facts);
  const vulnerabilities = vulnerabilitiesOf(facts);
  const isAsked = askedVulnerability(facts, vulnerabilities);
  const issues = tracked.issues.filter(({ issue }) => issue.cves.some(isAsked));
  const records = meant ?? meantRecords(facts, context, tracked);

  const outcomes = outcomesOf(records, question).filter(({ id }) => isAsked(id));

  const collection = collectionSays(facts);
  const judged = gather(facts, outcomes, issues, vulnerabilities).flatMap((gathered) => {
    if (!gathered.ids.some(isAsked)) return [];
    const judgement = judgeVulnerability(gathered, question.version, collection);
    return judgement === null ? [] : [{ gathered, judgement }];
  });
  const judgements = judged.map(({ judgement }) => judgement);
  return {
    verdict: verdictOf(facts, context, judgements, outcomes),
    outcomes,
    vulnerabilities: judged,
    searched: [...new Set(context.candidates.map(({ name }) => name))].slice(0, MOST_NAMES),
  };
}

/** Explains what was decided. */
export function matchesOf(
  facts: MatchFacts,
  { verdict, outcomes, vulnerabilities, searched }: PackageJudgement,
): MatchResult {
  const { version } = facts.question;
  const matches = vulnerabilities
    .flatMap(({ gathered, judgement }) => listed(buildMatch(gathered, judgement, version)))
    .toSorted(surestFirst);
  const cleared = vulnerabilities
    .flatMap(({ gathered, judgement }) => listed(clearedVulnerability(gathered, judgement)))
    .toSorted((a, b) => compareText(a.id, b.id));
  const evaluated = counted(outcomes, facts);
  return {
    matches: matches.filter(({ cve }) => cve !== null),
    otherMatches: matches.filter(({ cve }) => cve === null),
    cleared,
    ...verdict,
    searched,
    osvMatches: countByEcosystem(matches),
    evaluated,
  };
}

/** Records about the package itself, by what they come to. */
function counted(outcomes: readonly RecordOutcome[], { excluded = 0 }: MatchFacts): MatchResult['evaluated'] {
  const count = { affected: 0, not_affected: excluded, unknown: 0 };
  for (const { identity, verdict } of outcomes) {
    if (isLikely(identity)) count[verdict] += 1;
  }
  const { affected, not_affected: notAffected, unknown } = count;
  return { records: affected + notAffected + unknown, affected, notAffected, unknown };
}

/** The records about the package, whatever the version. */
export function recordsMeant(facts: MatchFacts): readonly MeantRecord[] {
  const context = identityContext(facts.question, facts.collection, facts.speakers, facts.candidates);
  return meantRecords(facts, context, trackedNames(facts));
}

function listed<Item>(one: Item | null): readonly Item[] {
  return one === null ? [] : [one];
}

function askedVulnerability({ vulnerability }: MatchFacts, vulnerabilities: Vulnerabilities): (id: string) => boolean {
  if (vulnerability === undefined) return () => true;
  const keys = new Set([...vulnerability].flatMap((id) => vulnerabilities.keysOf(id)));
  return (id) => vulnerabilities.keysOf(id).some((key) => keys.has(key));
}

/** Names that an answer lists. */
const MOST_NAMES = 50;

function gather(
  facts: MatchFacts,
  outcomes: readonly RecordOutcome[],
  issues: ReturnType<typeof trackedNames>['issues'],
  vulnerabilities: Vulnerabilities,
): MatchContent[] {
  const outcomesByKey = groupByKeys(outcomes, ({ id }) => new Set(vulnerabilities.keysOf(id)));
  const issuesByKey = groupByKeys(
    issues,
    ({ issue }) => new Set(issue.cves.flatMap((cve) => vulnerabilities.keysOf(cve))),
  );
  const recordsByKey = groupByKeys(facts.records, ({ id }) => new Set(vulnerabilities.keysOf(id)));
  const keys = new Set([
    ...outcomesByKey.keys(),
    ...issuesByKey.keys(),
    ...cvesOfCollection(facts).flatMap((cve) => vulnerabilities.keysOf(cve)),
  ]);
  return Array.from(keys).flatMap((key) => [
    {
      ids: vulnerabilities.idsOf(key),
      outcomes: outcomesByKey.get(key) ?? [],
      issues: issuesByKey.get(key) ?? [],
      records: recordsByKey.get(key) ?? [],
    },
  ]);
}

const CONFIDENCES: readonly Confidence[] = ['high', 'medium', 'low'];

/** The order of matches: surest first, then worst, then by id. */
export function surestFirst(a: Match, b: Match): number {
  return (
    CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence) ||
    severityRank(a.severity) - severityRank(b.severity) ||
    compareText(a.id, b.id)
  );
}

/** Each match once for each base ecosystem in which an OSV record includes the version. */
function countByEcosystem(matches: readonly Match[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { osvEcosystems } of matches) {
    for (const base of osvEcosystems) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => compareText(a, b)));
}
