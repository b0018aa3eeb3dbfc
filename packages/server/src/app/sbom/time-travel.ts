import type { SbomExposure, SbomThenAndNow } from '@almanac/contract';
import { hasCurrentSources } from '@almanac/core/matching';
import type { Sbom } from '@almanac/core/sbom';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { recordDates } from '../../queries/record-dates.ts';
import { rejectedCves } from '../../queries/rejected-cves.ts';
import { PACKAGE_SOURCES } from '../judging/gather-facts.ts';
import { noticeOf, packageCoverage } from '../packages/coverage.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import type { Chunks } from './chunks.ts';
import { bytesOf, compareSides, cvesOf, type Dates, type SideComparison } from './differences.ts';
import { groupComponents } from './groups.ts';
import { type JudgedGroup, judgeGroups } from './judge.ts';
import { describeDocument } from './read-document.ts';
import { shownComponent } from './shown.ts';
import { openTally, type Tally } from './tally.ts';

/** Findings of one component that are told of; the rest is counted. */
const MAX_FINDINGS = 50;

/** Writes what a document came to at a moment, what it comes to now, and what lies between, component by component. */
export async function timeTravel(
  deps: MatchDeps,
  { text, sbom, moment, now }: { text: string; sbom: Sbom; moment: Moment; now: number },
  chunks: Chunks,
): Promise<void> {
  const { groups, leftOut } = groupComponents(sbom);
  const tallies = { past: openTally(leftOut), now: openTally(leftOut) };
  const findings = { past: 0, now: 0 };
  const difference = { newlyKnown: 0, noLonger: 0, changed: 0, same: 0 };
  const kinds = new Set(
    groups.map(({ question }) => (question.ecosystem == null ? ('collection' as const) : ('ecosystem' as const))),
  );
  const states = await deps.sourceStates.readAt(moment.at);
  // By our own clock nothing counts but what was observed.
  const wereRead = moment.clock === 'known' || [...kinds].every((kind) => hasCurrentSources(kind, states));
  let reconstructed = false;
  let first = true;
  chunks.add(`{"success":true,"data":{"document":${JSON.stringify(describeDocument(text, sbom))},"components":[`);
  const earlier = judgeGroups(deps, groups, moment);
  for await (const present of judgeGroups(deps, groups, null)) {
    const before = (await earlier.next()).value as readonly JudgedGroup[];
    const pairs = present.flatMap((one, i): Pair[] => {
      const past = before[i];
      if (past === undefined) return [];
      tallies.past.add(past);
      tallies.now.add(one);
      findings.past += past.matches.length * one.group.all.length;
      findings.now += one.matches.length * one.group.all.length;
      return past.matches.length + one.matches.length === 0 ? [] : [{ past, now: one }];
    });
    const dates = await readDates(deps, pairs);
    for (const { past, now: one } of pairs) {
      const compared = compareSides(past.matches, one.matches, moment, dates);
      count(compared, one.group.all.length, difference);
      reconstructed ||= past.matches.some((match) =>
        bytesOf(match).some((bytes) => isLater(dates.of(bytes)?.observedAt, moment.at)),
      );
      chunks.add(`${first ? '' : ','}${JSON.stringify(shownPair({ past, now: one }, compared, wereRead))}`);
      first = false;
    }
  }
  const then = await packageCoverage(deps, PACKAGE_SOURCES, undefined, moment.at);
  const rest: Omit<SbomThenAndNow, 'document' | 'components'> = {
    clock: moment.clock,
    past: {
      ...exposure(tallies.past, moment.at, findings.past),
      basis: reconstructed || !wereRead ? 'reconstructed' : 'observed',
      reconstructed,
    },
    now: { ...exposure(tallies.now, new Date(now), findings.now), basis: 'observed', reconstructed: false },
    difference,
    reasons: tallies.now.reasons(),
    pastCoverage: { coverage: then.coverage, asOf: then.asOf },
  };
  const { coverage, asOf } = await packageCoverage(deps, PACKAGE_SOURCES);
  const beside = {
    ...tallies.now.verdict(),
    coverage,
    asOf,
    ...noticeOf(deps),
    timestamp: new Date(now).toISOString(),
  };
  chunks.add(`],${JSON.stringify(rest).slice(1, -1)}},${JSON.stringify(beside).slice(1, -1)}}`);
  chunks.end();
}

interface Pair {
  readonly past: JudgedGroup;
  readonly now: JudgedGroup;
}

async function readDates({ databases }: MatchDeps, pairs: readonly Pair[]): Promise<Dates> {
  const named = pairs.flatMap(({ past, now }) => [...past.matches, ...now.matches].flatMap(bytesOf));
  const cves = [...new Set(pairs.flatMap(({ past }) => past.matches.flatMap(cvesOf)))];
  const { dates, rejected } = await databases.readWithFallback(async (db) => ({
    dates: await recordDates(db, named),
    rejected: await rejectedCves(db, cves),
  }));
  const keyOf = ({ source, record, sha256 }: (typeof named)[number]) => JSON.stringify([source, record, sha256]);
  const known = new Map(dates.map((one) => [keyOf(one), one]));
  return { of: (bytes) => known.get(keyOf(bytes)), rejected };
}

function isLater(date: Date | null | undefined, at: Date): boolean {
  return date != null && date > at;
}

/** As findings are: one that is in two components counts twice. */
function count({ same, differences }: SideComparison, components: number, into: SbomThenAndNow['difference']): void {
  into.same += same.length * components;
  for (const { change } of differences) {
    if (change === 'newly_known') into.newlyKnown += components;
    else if (change === 'no_longer') into.noLonger += components;
    else into.changed += components;
  }
}

function shownPair(
  { past, now }: Pair,
  { same, differences }: SideComparison,
  wereRead: boolean,
): SbomThenAndNow['components'][number] {
  const shown = { same: same.slice(0, MAX_FINDINGS), differences: differences.slice(0, MAX_FINDINGS) };
  return {
    component: shownComponent(now.group),
    past: { verdict: past.verdict, verdictReason: describePastVerdict(past, wereRead) },
    now: { verdict: now.verdict, verdictReason: now.verdictReason },
    ...shown,
    left: same.length - shown.same.length + differences.length - shown.differences.length,
  };
}

/** Explains a verdict about the past. A source that had not been read by then cannot be called up to date. */
function describePastVerdict({ verdict, verdictReason }: JudgedGroup, wereRead: boolean): string {
  const isClean = verdict === 'none_known' || verdict === 'not_affected';
  return isClean && !wereRead ? 'Reconstructed: no record dated by its source up to then applies.' : verdictReason;
}

function exposure(tally: Tally, at: Date, findings: number): Omit<SbomExposure, 'basis' | 'reconstructed'> {
  return { at: at.toISOString(), ...tally.verdict(), components: tally.counts(), findings };
}
