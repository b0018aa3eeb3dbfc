import { expectedText, getSearch } from '@almanac/contract';
import { readSearchInput, type SearchInput } from '@almanac/core/search';
import { ApiError } from '../../../app/errors.ts';
import { searchPage } from '../../../app/search/page.ts';
import { pageOfInput } from '../../../app/search/page-of-input.ts';
import { SEARCH_FILTERS, searchPageHtml } from '../../../web/search/page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const PAGE_SIZE = '20';
const FILTERS = SEARCH_FILTERS.map(({ name }) => name);

/** `/search` for people: what is one thing leads to its page; otherwise the answer of the API, and the form to ask again. */
export const searching = page(
  '/search',
  300,
  async ({ databases }, { query }) => {
    const { q = '', sort = 'relevance', page: number } = query;
    const filters = Object.fromEntries(
      FILTERS.flatMap((name) => {
        const value = query[name]?.trim() ?? '';
        return value === '' ? [] : [[name, value]];
      }),
    );
    const searched = { q, sort, filters };
    const input = readSearchInput(q);
    const narrowed = Object.keys(filters).length > 0;
    if (input.kind === 'empty' && !narrowed) {
      return { html: searchPageHtml(searched, { kind: 'none' }), policy: PAGE_POLICY };
    }
    if (!narrowed && number === undefined) {
      const location = await databases.readWithFallback((db) => pageOfInput(db, input));
      if (location !== null) return { location, status: 302 };
    }
    const asked = { ...(input.kind === 'empty' ? {} : { q: q.trim() }), ...filters };
    const parsed = getSearch.query.safeParse(
      { ...asked, sort, page: number ?? '1', limit: PAGE_SIZE },
      { error: expectedText },
    );
    const refused = (complaint: string) => ({
      html: searchPageHtml(searched, { kind: 'refused', complaint }),
      policy: PAGE_POLICY,
      status: 400,
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refused(`${issue?.path.join('.') ?? 'This'}: ${issue?.message ?? 'invalid search'}.`);
    }
    try {
      const found = await databases.readWithFallback((db) => searchPage(db, parsed.data));
      const html = searchPageHtml(searched, { kind: 'found', found, note: noteOn(input) });
      return { html, policy: PAGE_POLICY, ...(found.cutShort ? { ttl: 0 } : {}) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return refused([error.message, error.hint].filter((part) => part !== undefined).join('. '));
    }
  },
  ['q', ...FILTERS, 'sort', 'page'],
);

/** What was understood and is not there. */
function noteOn(input: SearchInput): string | null {
  if (input.kind === 'issue') return `Issue ${input.number} is not tracked.`;
  return input.kind === 'advisory' ? `No single CVE is known for ${input.id}.` : null;
}
