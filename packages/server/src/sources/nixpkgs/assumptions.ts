import {
  type AssumptionsAt,
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
import { openApi } from './api.ts';
import type { NixpkgsAddresses } from './definition.ts';
import { type ChangedPage, changedSince, trackerSeconds } from './listing.ts';
import { issueRecord } from './record.ts';

const API = { url: 'https://docs.github.com/en/rest/issues/issues', date: '2026-08-07' };

export const nixpkgsAssumptions: AssumptionsAt<NixpkgsAddresses> = ({ url }) => [
  {
    id: 'record',
    sentence: 'The API returns an issue with its labels by number.',
    evidence: API,
    check: fetchesRecord(),
  },
  {
    id: 'page',
    sentence: 'The listing returns pages of 100 in order of change, from a given time on.',
    evidence: API,
    check: succeeds(readPage(url), judgePage),
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

const YEAR_MS = 365 * 86_400_000;

function readPage(url: string): UpstreamRead<ListingPage> {
  return async ({ deps, signal }) => {
    const since = new Date(trackerSeconds(new Date(deps.now().getTime() - YEAR_MS)));
    const { value } = await changedSince(openApi(deps, url, signal), { since }).next();
    const page: ChangedPage | undefined = value;
    const items = (page?.elements ?? []).map(issueRecord);
    const dates = items.flatMap((item) => ('item' in item ? [item.item.updated_at] : []));
    return { reading: await readItems(items, []), dates, since };
  };
}
