import type { SourceStatus } from '@almanac/contract';

export interface SourceRunFacts {
  readonly now: Date;
  readonly enabled: boolean;
  /** The workers are told to read it. */
  readonly configured: boolean;
  readonly cadenceSeconds: number | null;
  /** The end of the last run that succeeded. */
  readonly checkedAt: Date | null;
  /** How the last run that came to an end went. */
  readonly lastRun: 'ok' | 'failed' | 'held' | null;
}

/** A check may be late by one cadence before its data is called stale: runs take time, and workers restart. */
const GRACE_CADENCES = 1;

export function judgeSource(facts: SourceRunFacts): Pick<SourceStatus, 'state' | 'lagSeconds'> {
  const lagSeconds = lagOf(facts);
  if (!facts.enabled) return { state: 'disabled', lagSeconds };
  if (!facts.configured) return { state: 'not_configured', lagSeconds };
  if (facts.lastRun === 'held') return { state: 'held', lagSeconds };
  if (facts.lastRun === 'failed') return { state: 'unreachable', lagSeconds };
  // What is asked record by record has no age of its own: each answer says when it was fetched.
  if (facts.cadenceSeconds === null) return { state: 'ok', lagSeconds };
  if (facts.checkedAt === null) return { state: 'stale', lagSeconds };
  const late = lagSeconds !== null && lagSeconds > facts.cadenceSeconds * GRACE_CADENCES;
  return { state: late ? 'stale' : 'ok', lagSeconds };
}

/** Seconds since the next check was due; null when there is nothing to count from. */
function lagOf({ now, cadenceSeconds, checkedAt }: SourceRunFacts): number | null {
  if (cadenceSeconds === null || checkedAt === null) return null;
  return Math.max(0, Math.floor((now.getTime() - checkedAt.getTime()) / 1000) - cadenceSeconds);
}
