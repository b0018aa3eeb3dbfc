import { expectedText, getSearch } from '@almanac/contract';
import { ApiError } from '../../../app/errors.ts';
import { searchPage } from '../../../app/search/page.ts';
import { searchPageHtml } from '../../../web/search-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const PAGE_SIZE = '20';

/** `/search` for people: the same answer, and the form to ask again. */
export const searching = page(
  '/search',
  300,
  async ({ databases }, { query }) => {
    const { q = '', severity = '', kev = '', sort = 'relevance', page: number = '1' } = query;
    const searched = { q, severity, kev, sort };
    const asked = Object.entries({ q: q.trim(), severity, kev }).filter(([, value]) => value !== '');
    if (asked.length === 0) return { html: searchPageHtml(searched, null, null), policy: PAGE_POLICY };
    const input = getSearch.query.safeParse(
      { ...Object.fromEntries(asked), sort, page: number, limit: PAGE_SIZE },
      { error: expectedText },
    );
    if (!input.success) {
      const complaint = input.error.issues[0]?.message ?? 'This cannot be searched for.';
      return { html: searchPageHtml(searched, null, complaint), policy: PAGE_POLICY, status: 400 };
    }
    try {
      const found = await databases.readWithFallback((db) => searchPage(db, input.data));
      const kept = found.cutShort ? { ttl: 0 } : {};
      return { html: searchPageHtml(searched, found, null), policy: PAGE_POLICY, ...kept };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      const complaint = [error.message, error.hint].filter((part) => part !== undefined).join('. ');
      return { html: searchPageHtml(searched, null, complaint), policy: PAGE_POLICY, status: 400 };
    }
  },
  ['q', 'severity', 'kev', 'sort', 'page'],
);
