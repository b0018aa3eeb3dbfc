import { compareText } from '../ids/order.ts';
import type { Confidence } from '../ranges/model.ts';
import { severityRank } from '../scores/rating.ts';
import { atOnce, flatMapped, grouped, sorted } from '../slices/slices.ts';
import { buildMatch, clearedVulnerability, type MatchContent } from './build-match.ts';
import { collectionSays, cvesOfCollection } from './collection-says.ts';
import { isLikely } from './confidence.ts';
import type { RecordOutcome } from './deciding-entry.ts';
import type { MatchFacts } from './facts.ts';
import { identityContext } from './identity.ts';
import { type Judgement, judgeVulnerability } from './judgement.ts';
import type { ClearedVulnerability, Match } from './match.ts';
import { type MeantRecord, meantRecords, outcomesOf } from './outcomes.ts';
import { trackedNames } from './tracked.ts';
import { type VerdictAnswer, verdictOf } from './verdict.ts';
import { type Vulnerabilities, vulnerabilitiesOf } from './vulnerabilities.ts';

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
 * Matching, in two calls.
 *
 * 1. `candidatesOf(question, collection)`: the packages and products that the question may mean, each with the rule that led
 *    there and its weight. The caller looks up what is said of them (every package of these names; `identityOf` tells which of
 *    them are meant) and hands it over as `found`.
 * 2. `matchPackage(facts)`: one match for each vulnerability, with its proof and the confidence that follows from it.
 *
 * The stages of the contract: exact name in tracked issues, then its variations (`tracked.ts`), records of every source by the
 * candidates (`identity.ts`), and the versions (`outcomes.ts`, by `ranges/`). Both calls are pure: the order of what is given
 * never matters, and nothing but what is given takes part. The rules and their weights stand in `identity-rules.ts` and
 * `confidence.ts`, and in docs/matching.md, which a test holds equal to them.
 */
export function matchPackage(facts: MatchFacts): MatchResult {
  return atOnce(matching(facts));
}

/**
 * The same in slices, some for each record and for each vulnerability: a package may have twenty thousand of them. `meant` are the
 * records about the package (`recordsMeant`), for a caller that asks about several versions of it.
 */
export function* matching(facts: MatchFacts, meant?: readonly MeantRecord[]): Generator<void, MatchResult> {
  return yield* matchesOf(facts, yield* judgingPackage(facts, meant));
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

/** The first half of matching: what is so. */
export function* judgingPackage(facts: MatchFacts, meant?: readonly MeantRecord[]): Generator<void, PackageJudgement> {
  const context = identityContext(facts.question, facts.collection, facts.speakers, facts.candidates);
  const { version } = facts.question;
  const tracked = trackedNames(facts);
  const vulnerabilities = vulnerabilitiesOf(facts);
  const isAsked = askedVulnerability(facts, vulnerabilities);
  yield;
  const outcomes = (yield* outcomesOf(facts, context, tracked, meant)).filter(({ id }) => isAsked(id));
  const issues = tracked.issues.filter(({ issue }) => issue.cves.some(isAsked));
  const collection = collectionSays(facts);

  const judged = yield* flatMapped(yield* gather(facts, outcomes, issues, vulnerabilities), (gathered) => {
    if (!gathered.ids.some(isAsked)) return [];
    const judgement = judgeVulnerability(gathered, version, collection);
    return judgement === null ? [] : [{ gathered, judgement }];
  });
  yield;
  const judgements = judged.map(({ judgement }) => judgement);
  return {
    verdict: verdictOf(facts, context, judgements, outcomes),
    outcomes,
    vulnerabilities: judged,
    searched: [...new Set(context.candidates.map(({ name }) => name))].slice(0, MOST_NAMES),
  };
}

/** The second half: how it is shown, with its proofs. */
export function* matchesOf(
  facts: MatchFacts,
  { verdict, outcomes, vulnerabilities, searched }: PackageJudgement,
): Generator<void, MatchResult> {
  const { version } = facts.question;
  const matches = yield* sorted(
    yield* flatMapped(vulnerabilities, ({ gathered, judgement }) => listed(buildMatch(gathered, judgement, version))),
    surestFirst,
  );
  const cleared = yield* sorted(
    yield* flatMapped(vulnerabilities, ({ gathered, judgement }) => listed(clearedVulnerability(gathered, judgement))),
    (a, b) => compareText(a.id, b.id),
  );
  const evaluated = yield* counted(outcomes, facts);
  yield;
  return {
    matches: matches.filter(({ cve }) => cve !== null),
    otherMatches: matches.filter(({ cve }) => cve === null),
    cleared,
    ...verdict,
    searched,
    osvMatches: yield* countByEcosystem(matches),
    evaluated,
  };
}

/** Records about the package itself, by what they come to. */
function* counted(
  outcomes: readonly RecordOutcome[],
  { excluded = 0 }: MatchFacts,
): Generator<void, MatchResult['evaluated']> {
  const count = { affected: 0, not_affected: excluded, unknown: 0 };
  for (const { identity, verdict } of outcomes) {
    if (isLikely(identity)) count[verdict] += 1;
    yield;
  }
  const { affected, not_affected: notAffected, unknown } = count;
  return { records: affected + notAffected + unknown, affected, notAffected, unknown };
}

/** The records about the package, whatever the version. */
export function* recordsMeant(facts: MatchFacts): Generator<void, readonly MeantRecord[]> {
  const context = identityContext(facts.question, facts.collection, facts.speakers, facts.candidates);
  return yield* meantRecords(facts, context, trackedNames(facts));
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

function* gather(
  facts: MatchFacts,
  outcomes: readonly RecordOutcome[],
  issues: ReturnType<typeof trackedNames>['issues'],
  vulnerabilities: Vulnerabilities,
): Generator<void, MatchContent[]> {
  const outcomesByKey = yield* grouped(outcomes, ({ id }) => new Set(vulnerabilities.keysOf(id)));
  const issuesByKey = yield* grouped(
    issues,
    ({ issue }) => new Set(issue.cves.flatMap((cve) => vulnerabilities.keysOf(cve))),
  );
  const recordsByKey = yield* grouped(facts.records, ({ id }) => new Set(vulnerabilities.keysOf(id)));
  const keys = new Set([
    ...outcomesByKey.keys(),
    ...issuesByKey.keys(),
    ...cvesOfCollection(facts).flatMap((cve) => vulnerabilities.keysOf(cve)),
  ]);
  return yield* flatMapped(keys, (key) => [
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
function* countByEcosystem(matches: readonly Match[]): Generator<void, Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { osvEcosystems } of matches) {
    for (const base of osvEcosystems) counts.set(base, (counts.get(base) ?? 0) + 1);
    yield;
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => compareText(a, b)));
}
