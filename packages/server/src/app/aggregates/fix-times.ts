import {
  type BackTest,
  backTest,
  fixCurves,
  type KeptCurve,
  keepCurve,
  LEAST_FIXED,
  type TimeToFix,
  timeToFix,
} from '@almanac/core/survival';
import type { Db } from '../../store/database.ts';
import type { Computing } from './computing.ts';
import { fixCases } from './fix-cases.ts';

/** The benchmarks as they are served. */
export async function fixTimes(
  db: Db,
  given: Computing,
): Promise<TimeToFix & { leastFixed: number; observedUntil: string }> {
  const until = observedUntil(given);
  const cases = await fixCases(db);
  const figures = timeToFix(
    cases.map((one) => one.case),
    until.getTime(),
  );
  return { ...figures, leastFixed: LEAST_FIXED, observedUntil: until.toISOString() };
}

/** What estimates are made of: the age of an issue is that of the request. */
export interface KeptEstimates {
  readonly curves: readonly KeptCurve[];
  readonly backTest: BackTest;
}

export async function fixEstimates(db: Db, given: Computing): Promise<KeptEstimates> {
  const until = observedUntil(given).getTime();
  const cases = (await fixCases(db)).map((one) => one.case);
  return { curves: fixCurves(cases, until).map(keepCurve), backTest: backTest(cases, until) };
}

/** Of an open issue it is known that it was open when the tracker was last read, and no more. */
function observedUntil({ computedAt, coverage }: Computing): Date {
  const read = coverage.find(({ source }) => source === 'nixpkgs')?.checkedAt ?? null;
  return read === null ? computedAt : new Date(read);
}
