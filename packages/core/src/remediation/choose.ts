import type { Judge, Vulnerability } from './judge.ts';
import type { NamedVersion, Rejection, State } from './model.ts';
import { isNeverClearFrom } from './never-clear.ts';
import {
  firstObstacle,
  firstPast,
  inTurn,
  MOST_WORK,
  type Obstacle,
  type ObstaclesInTurn,
  type Passed,
} from './obstacles.ts';

/** A finding: what holds for the current version, or cannot be decided. */
export interface OpenFinding {
  readonly vulnerability: Vulnerability;
  readonly state: Exclude<State, 'clear'>;
}

export interface Search {
  readonly judge: Judge;
  /** In the order in which they are tried, the smallest first. */
  readonly candidates: readonly NamedVersion[];
  readonly findings: readonly OpenFinding[];
  /** All other vulnerabilities of the package, every one of them clear at the current version. */
  readonly others: readonly Vulnerability[];
}

export interface Choice extends Passed {
  /** Whether nothing is left of any finding. */
  readonly complete: boolean;
  /** Findings that no candidate clears. */
  readonly hopeless: ReadonlySet<OpenFinding>;
}

/**
 * The smallest candidate at which everything is surely clear: every finding, and everything else. Where there is none, the
 * one that clears most findings and opens nothing: first of those that hold, then of those that are undecided, then the smallest.
 */
export function choose(search: Search): Choice {
  const { judge, candidates, findings } = search;
  const incomplete = { complete: false, hopeless: new Set<OpenFinding>() };
  const whole = firstPast(judge, candidates, obstaclesOf(search, findings));
  if (whole.target !== null) return { ...whole, ...incomplete, complete: true };
  if (whole.exhausted) return { ...whole, ...incomplete };
  const hopeless = new Set<OpenFinding>();
  for (const finding of findings) if (isHopeless(search, finding)) hopeless.add(finding);
  const wanted = findings.filter((finding) => !hopeless.has(finding));
  if (judge.work() > MOST_WORK) return { ...whole, ...incomplete, exhausted: true };
  if (wanted.length === 0) return { ...whole, ...incomplete, hopeless };
  const part = hopeless.size === 0 ? whole : firstPast(judge, candidates, obstaclesOf(search, wanted));
  const found = part.target !== null || part.exhausted ? part : mostCleared(search, wanted);
  return { ...found, ...incomplete, hopeless };
}

function obstaclesOf({ findings, others }: Search, wanted: readonly OpenFinding[]): Obstacle[] {
  const must = new Set(wanted);
  const kept = findings.filter((finding) => !must.has(finding) && finding.state === 'undecided');
  return [
    ...wanted.map(({ vulnerability }): Obstacle => ({ vulnerability, tolerates: 'nothing', opens: false })),
    ...kept.map(({ vulnerability }): Obstacle => ({ vulnerability, tolerates: 'undecided', opens: true })),
    ...others.map((vulnerability): Obstacle => ({ vulnerability, tolerates: 'nothing', opens: true })),
  ];
}

/** Fixes come last: asked from the highest candidate down, one answer mostly does. */
function isHopeless({ judge, candidates }: Search, { vulnerability }: OpenFinding): boolean {
  const [lowest] = candidates;
  if (lowest === undefined || isNeverClearFrom(judge, vulnerability, lowest.version)) return true;
  for (let i = candidates.length - 1; i >= 0 && judge.work() <= MOST_WORK; i -= 1) {
    if (judge.stateAt(vulnerability, candidates[i]?.version ?? '') === 'clear') return false;
  }
  return judge.work() <= MOST_WORK;
}

interface Weighed {
  readonly candidate: NamedVersion;
  /** Null: it opens nothing and leaves nothing. */
  readonly rejection: Rejection | null;
  readonly holds: number;
  readonly undecided: number;
}

/** Where no candidate clears all that can be cleared: each is weighed. */
function mostCleared(search: Search, wanted: readonly OpenFinding[]): Passed {
  const { judge, candidates } = search;
  const obstacles = inTurn(obstaclesOf(search, []));
  const weighed: Weighed[] = [];
  for (const candidate of candidates) {
    if (judge.work() > MOST_WORK) break;
    weighed.push(weigh(search, wanted, obstacles, candidate));
  }
  const best = weighed.reduce<Weighed | null>((most, each) => {
    if (each.holds + each.undecided === 0) return most;
    const more = most === null ? 1 : each.holds - most.holds || each.undecided - most.undecided;
    return more > 0 ? each : most;
  }, null);
  const below = best === null ? weighed : weighed.slice(0, weighed.indexOf(best));
  return {
    target: best?.candidate ?? null,
    smaller: below.flatMap(({ rejection }) => rejection ?? []),
    tried: weighed.length,
    exhausted: weighed.length < candidates.length,
  };
}

function weigh(
  search: Search,
  wanted: readonly OpenFinding[],
  obstacles: ObstaclesInTurn,
  candidate: NamedVersion,
): Weighed {
  const { version } = candidate;
  const opened = firstObstacle(search.judge, obstacles, version);
  if (opened !== null) return { candidate, rejection: opened, holds: 0, undecided: 0 };
  let rejection: Rejection | null = null;
  const count = { holds: 0, undecided: 0 };
  for (const { vulnerability, state: before } of wanted) {
    const state = search.judge.stateAt(vulnerability, version);
    if (state === 'clear') count[before] += 1;
    else rejection ??= { version, id: vulnerability.id, state, opens: false };
  }
  return { candidate, rejection, ...count };
}
