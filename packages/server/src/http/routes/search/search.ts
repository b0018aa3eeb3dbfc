import { getSearch } from '@almanac/contract';
import { invalidParameter } from '../../../app/errors.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { searchPage } from '../../../app/search/page.ts';
import { route } from '../../route.ts';

/** What is asked of a search: its words come from these sources, scores and exploitation from the others. */
const CONSULTED = ['cve_list_v5', 'nvd', 'osv', 'advisory', 'epss', 'kev'] as const;

export const search = route(getSearch, async ({ databases, sourceStates }, { query }) => {
  const { sort: _sort, limit: _limit, page: _page, cursor: _cursor, ...asked } = query;
  if (Object.values(asked).every((value) => value === undefined)) {
    throw invalidParameter('q', 'is required', 'Add words in `q`, or a filter.');
  }
  const { cutShort, ...data } = await databases.readWithFallback((db) => searchPage(db, query));
  return { data, envelopeFields: await coverageOf(sourceStates, CONSULTED), ...(cutShort ? { ttl: 0 } : {}) };
});
