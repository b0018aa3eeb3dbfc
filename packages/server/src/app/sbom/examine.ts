import type { SbomFindings, SbomResult, UnknownReason } from '@almanac/contract';
import type { Sbom } from '@almanac/core/sbom';
import { toShown } from '@almanac/core/scan';
import { PACKAGE_SOURCES } from '../judging/gather-facts.ts';
import { noticeOf, packageCoverage } from '../packages/coverage.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import type { Chunks } from './chunks.ts';
import { type DecidedGroup, decidePage, type GivenDecisions, openDecisionCounts } from './decisions.ts';
import { groupComponents, type LeftOut } from './groups.ts';
import { type JudgedGroup, judgeGroups } from './judge.ts';
import { describeDocument } from './read-document.ts';
import { shownComponent, shownFinding } from './shown.ts';
import { openTally } from './tally.ts';

/** Findings with proof of one component; the rest is counted. */
const MAX_FINDINGS = 50;
/** Beyond so many bytes of answer findings come without their proof. */
const MOST_PROOF_BYTES = 48 << 20;

/** A document, and what was sent with it. */
interface Examined {
  readonly text: string;
  readonly sbom: Sbom;
  readonly view: 'findings' | 'all';
  readonly given: GivenDecisions | null;
  readonly now: number;
}

/** Writes the answer about a document, component by component: of a large one no more than a page is held. */
export async function examine(
  deps: MatchDeps,
  { text, sbom, view, given, now }: Examined,
  chunks: Chunks,
): Promise<void> {
  const { groups, leftOut } = groupComponents(sbom);
  const tally = openTally(leftOut);
  const others: JudgedGroup[] = [];
  const decided = given === null ? null : openDecisionCounts(given);
  let proofsLeft = 0;
  chunks.add('{"success":true,"data":{"document":');
  chunks.add(JSON.stringify(describeDocument(text, sbom)));
  chunks.add(',"findings":[');
  let first = true;
  for await (const page of judgeGroups(deps, groups, null)) {
    for (const judged of await decidePage(deps, page, given, now)) {
      tally.add(judged);
      decided?.add(judged);
      if (judged.matches.length === 0) {
        if (view === 'all') others.push(judged);
        continue;
      }
      const withProof = chunks.length < MOST_PROOF_BYTES;
      if (!withProof) proofsLeft += Math.min(judged.matches.length, MAX_FINDINGS);
      chunks.add(`${first ? '' : ','}${JSON.stringify(findingsOf(judged, withProof))}`);
      first = false;
    }
  }
  chunks.add(']');
  if (view === 'all') addOthers(others, chunks);
  const rest: Omit<SbomResult, 'document' | 'findings' | 'others'> = {
    components: tally.counts(),
    reasons: tally.reasons(),
    ...(sbom.format === 'nix' ? { unresolved: unresolvedOf(leftOut) } : {}),
    ...(decided === null ? {} : { decisions: decided.counts() }),
    proofsLeft,
  };
  const { coverage, asOf } = await packageCoverage(deps, PACKAGE_SOURCES);
  const beside = { ...tally.verdict(), coverage, asOf, ...noticeOf(deps), timestamp: new Date(now).toISOString() };
  chunks.add(`,${membersOf(rest)}},${membersOf(beside)}}`);
  chunks.end();
}

/** All of them: what is left out of a closure would read as clean. */
function unresolvedOf(leftOut: readonly LeftOut[]): NonNullable<SbomResult['unresolved']> {
  return leftOut.map(({ name, place }) => ({ name, place }));
}

function addOthers(others: readonly JudgedGroup[], chunks: Chunks): void {
  chunks.add(',"others":[');
  others.forEach(({ group, verdict, verdictReason, unknownReasons }, i) => {
    const other = { component: shownComponent(group), verdict, verdictReason, ...whyUnknown(unknownReasons) };
    chunks.add(`${i === 0 ? '' : ','}${JSON.stringify(other)}`);
  });
  chunks.add(']');
}

function findingsOf(
  { group, verdict, verdictReason, unknownReasons, matches, findings, advice = null }: DecidedGroup,
  withProof: boolean,
): SbomFindings {
  const shown = matches.slice(0, MAX_FINDINGS);
  return {
    component: shownComponent(group),
    verdict,
    verdictReason,
    ...whyUnknown(unknownReasons),
    total: matches.length,
    findings: shown.map((match, i) => shownFinding(match, findings[i]?.decision, withProof)),
    left: matches.length - shown.length,
    ...(advice === null ? {} : { advice: toShown(advice) }),
  };
}

function whyUnknown(unknownReasons: readonly UnknownReason[]): Pick<SbomFindings, 'unknownReasons'> {
  return unknownReasons.length === 0 ? {} : { unknownReasons: [...unknownReasons] };
}

/** Of an object, without its braces. */
function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
