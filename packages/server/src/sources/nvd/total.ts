import { UnexpectedUpstream } from '../source.ts';
import { type Ask, pageOf } from './page.ts';

/** How many records the API has in all. */
export async function totalOf(ask: Ask): Promise<number> {
  return pageOf(await ask({ resultsPerPage: '1', startIndex: '0' }), 0).total;
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
