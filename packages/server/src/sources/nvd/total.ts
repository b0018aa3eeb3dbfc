import { UnexpectedUpstream } from '../source.ts';
import { byEitherClock } from '../upstream-clock.ts';
import { type Ask, pageOf } from './page.ts';

export interface NvdState {
  /** How many records the API has in all. */
  readonly total: number;
  /** Now, and not later than NVD thinks it is. */
  readonly asOf: Date;
}

export async function stateOf(ask: Ask, now: Date): Promise<NvdState> {
  const answer = await ask({ resultsPerPage: '1', startIndex: '0' });
  return { total: pageOf(answer, 0).total, asOf: byEitherClock(now, answer.headers) };
}

/** NVD takes no record away: rejected ones stay. */
const LEAST_SHARE = 0.99;

/** What is missing from an API that has lost its records cannot be told from what has not changed. */
export function checkTotal(total: number, last: number | undefined): number {
  if (total === 0) throw new UnexpectedUpstream('nvd', 'has no records');
  if (last !== undefined && total < last * LEAST_SHARE) {
    throw new UnexpectedUpstream('nvd', `has ${total} records, where there were ${last}`);
  }
  return total;
}
