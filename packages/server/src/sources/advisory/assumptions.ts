import {
  type AssumptionsAt,
  differs,
  fetchesRecord,
  hasGithubBudget,
  judgePage,
  type ListingPage,
  readItems,
  staysWithinLimits,
  succeeds,
  type UpstreamRead,
} from '../assumption.ts';
import { BUDGET_EVIDENCE, REQUESTS_AN_HOUR } from '../github.ts';
import { advisorySeconds } from './bulk.ts';
import type { AdvisoryAddresses } from './definition.ts';
import { type AdvisoryPage, fetchPages, nextCursor } from './pages.ts';
import { advisoryItem } from './record.ts';

const API = { url: 'https://docs.github.com/en/rest/security-advisories/global-advisories', date: '2026-11-19' };

export const advisoryAssumptions: AssumptionsAt<AdvisoryAddresses> = ({ url }) => [
  {
    id: 'record',
    sentence: 'The API returns an advisory by its GHSA id.',
    evidence: API,
    check: fetchesRecord(),
  },
  {
    id: 'page',
    sentence: 'The listing returns pages of 100 in order of change, from a given time on, with a cursor to the next.',
    evidence: API,
    check: succeeds(readPage(url), (page) => (page.hasNext ? judgePage(page) : differs('no Link to the next page'))),
  },
  {
    id: 'budget',
    sentence: "GitHub's API allows 60 requests an hour without a token and 5,000 with one.",
    evidence: BUDGET_EVIDENCE,
    check: hasGithubBudget(url, REQUESTS_AN_HOUR),
  },
  {
    id: 'limits',
    sentence: 'Pages are below 32 MB and arrive within seconds.',
    evidence: API,
    check: staysWithinLimits,
  },
];

/** Long enough for more than one page. */
const SINCE_MS = 3 * 365 * 86_400_000;

function readPage(url: string): UpstreamRead<ListingPage & { readonly hasNext: boolean }> {
  return async ({ deps: { http, now }, signal }) => {
    const since = advisorySeconds(new Date(now().getTime() - SINCE_MS), now());
    const query = { type: 'reviewed', sort: 'updated', modified: `>=${since}` } as const;
    const { value } = await fetchPages(http, url, query, signal).next();
    const page: AdvisoryPage | undefined = value;
    const items = (page?.elements ?? []).map(advisoryItem);
    return {
      reading: await readItems(items, []),
      dates: items.flatMap((item) => ('modified' in item ? [item.modified] : [])),
      since: new Date(since),
      hasNext: nextCursor(page?.headers.get('link'), url) !== null,
    };
  };
}
