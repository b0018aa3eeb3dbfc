import type { DecisionCounts } from '@almanac/contract';
import {
  type Decision,
  type DecisionIndex,
  decideOutcome,
  type FindingDecision,
  indexDecisions,
  readDecisions,
} from '@almanac/core/decisions';
import { type Match, recordsOfMatch } from '@almanac/core/matching';
import type { Finding } from '@almanac/core/sbom';
import { exploitationOf } from '../../queries/health/exploitation-of.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { coverageRows } from '../sources/source-states.ts';
import type { JudgedGroup } from './judge.ts';
import { SbomRefusal } from './refusal.ts';

/** What was decided about the components of one document. Nothing of it is kept. */
export interface GivenDecisions {
  readonly index: DecisionIndex;
  readonly notes: readonly string[];
}

export interface DecidedGroup extends JudgedGroup {
  readonly findings: readonly Finding[];
}

/** Decisions as they were sent: a document, as text or as a value, or a list of them. Null where none were sent. */
export function givenDecisions(sent: unknown): GivenDecisions | null {
  if (sent === undefined) return null;
  const documents = (Array.isArray(sent) ? sent : [sent]).map((content: unknown, i) => ({
    name: Array.isArray(sent) ? `decisions/${i}` : 'decisions',
    content,
  }));
  const reading = readDecisions(documents);
  if (reading.decisions !== null) return { index: indexDecisions(reading.decisions), notes: reading.notes };
  throw new SbomRefusal(
    'BODY_INVALID',
    `Member 'decisions': ${reading.problem}`,
    'See /guides/decisions for the accepted formats.',
  );
}

/** A page with what was decided; whether something is exploited is asked for what is decided about alone. */
export async function decidePage(
  deps: MatchDeps,
  page: readonly JudgedGroup[],
  given: GivenDecisions | null,
  now: number,
): Promise<readonly DecidedGroup[]> {
  const found = page.map((judged) => ({ ...judged, findings: judged.matches.map(findingOfMatch) }));
  if (given === null) return found;
  const { index } = given;
  const inScope = found.flatMap(({ group, findings }) =>
    findings.filter((finding) => index.of(componentOf(group), idsOf(finding)).length > 0),
  );
  if (inScope.length === 0) return found;
  const exploited = await exploitedAmong(deps, inScope);
  return found.map(({ group, matches, verdict, verdictReason, unknownReasons, findings }) => {
    const outcome = { verdict, reason: verdictReason, unknownReasons, findings, more: 0 };
    const decided = decideOutcome(componentOf(group), outcome, index, { now, exploited });
    return {
      group,
      matches,
      verdict: decided.verdict,
      verdictReason: decided.reason,
      unknownReasons: decided.unknownReasons,
      findings: decided.findings,
    };
  });
}

/** Where the catalogue is not up to date, what it does not list is not known. */
async function exploitedAmong(
  { databases, sourceStates }: MatchDeps,
  findings: readonly Finding[],
): Promise<(finding: Finding) => boolean | null> {
  const ids = [...new Set(findings.flatMap(idsOf))].filter((id) => id.startsWith('CVE-'));
  const known = await databases.readWithFallback((db) => exploitationOf(db, ids));
  const isUpToDate = (await coverageRows(sourceStates, null)).get('kev')?.state === 'ok';
  return (finding) => {
    if (idsOf(finding).some((id) => known.get(id)?.kev === true)) return true;
    return isUpToDate ? false : null;
  };
}

/** Counts what decisions came to. */
export function openDecisionCounts({ index, notes }: GivenDecisions) {
  const states: Record<FindingDecision['state'], number> = { suppressed: 0, noted: 0, reopened: 0, expired: 0 };
  const used = new Set<Decision>();
  let unverified = 0;
  return {
    add({ group, findings }: DecidedGroup): void {
      for (const { decision } of findings) {
        if (decision === undefined) continue;
        states[decision.state] += group.all.length;
        if (decision.unverified) unverified += group.all.length;
        used.add(decision.decision);
      }
    },
    counts(): DecisionCounts {
      const unused = index.all.filter((decision) => !used.has(decision)).slice(0, MOST_UNUSED);
      const { suppressed, reopened, expired } = states;
      return {
        given: index.all.length,
        suppressed,
        reopened,
        expired,
        unverified,
        unused: unused.map(({ vulnerability, package: purl, place }) => ({ vulnerability, package: purl, place })),
        notes: [...notes],
      };
    },
  };
}

const MOST_UNUSED = 100;

function findingOfMatch(match: Match): Finding {
  const { id, aliases, confidence, status, severity, score, title, affectedVersions, fixedIn, sources } = match;
  const records = recordsOfMatch(match);
  return { id, aliases, confidence, status, severity, score, title, affectedVersions, fixedIn, sources, records };
}

function componentOf({ purl, component }: JudgedGroup['group']) {
  return { purl, version: component.version };
}

function idsOf({ id, aliases }: Finding): string[] {
  return [id, ...aliases];
}
