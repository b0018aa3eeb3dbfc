import { feedIndex } from '../feed/feed-index.ts';
import { isRecordFeed, type RecordFeed } from '../feed/record-feed.ts';
import { jsonList, shownRecord, shownRecords, type Writing } from '../feed/shown.ts';
import { type Answer, jsonAnswer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import { DOCUMENT_FAULTS } from '../frame/fault.ts';
import { GITHUB_BUDGET } from '../frame/github-budget.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { World } from '../world/world.ts';
import { advisoryKeys } from './keys.ts';
import { AdvisoryParameterError, advisoryListing } from './listing.ts';
import { advisoryFeed } from './record.ts';
import { ADVISORY, ADVISORY_2026 } from './writing.ts';

export const ADVISORIES_PATH = '/advisories';

export interface AdvisoryQuirks {
  /** The status when the budget is used up: 403, or 429 for the secondary limit. */
  readonly refuseWith?: 403 | 429;
  /** Requests per hour without a token. */
  readonly budget?: number;
  /** Lists advisories of unknown types among the reviewed ones. */
  readonly strays?: boolean;
  /** Listings come newest first, name no next page, or omit the requested dates. */
  readonly listing?: 'descending' | 'unlinked' | 'undated';
}

/** API versions by date. Unversioned requests get the oldest. */
const VERSIONS = new Map<string, Writing>([
  ['2022-11-28', ADVISORY],
  ['2026-03-10', ADVISORY_2026],
]);
const OLDEST = '2022-11-28';

type Handler = (request: TwinRequest, writing: Writing) => Answer;

export function advisory(source: World | RecordFeed, quirks: AdvisoryQuirks = {}): TwinDefinition {
  return {
    source: 'advisory',
    documentFaults: DOCUMENT_FAULTS,
    open({ clock }) {
      const feed = isRecordFeed(source) ? source : advisoryFeed(source, clock.start);
      const index = feedIndex(feed, { writing: ADVISORY, describe: advisoryKeys });
      const { refuseWith = GITHUB_BUDGET.status, budget = GITHUB_BUDGET.requests } = quirks;
      const limit = { ...GITHUB_BUDGET, status: refuseWith, requests: budget, retryAfter: refuseWith === 429 };
      return [
        { path: ADVISORIES_PATH, limit, handle: (request) => versioned(request, list) },
        { path: `${ADVISORIES_PATH}/:ghsa`, limit, handle: (request) => versioned(request, one) },
      ];

      function list({ url, now, faults }: TwinRequest, writing: Writing): Answer {
        const moment = { instant: now, faults };
        const params = new URLSearchParams(url.searchParams);
        if (quirks.listing === 'descending') params.set('direction', 'desc');
        if (quirks.listing === 'undated') params.delete('modified');
        const { rows, before, after } = advisoryListing(index.rows(moment), params, quirks.strays);
        const records = rows.flatMap(({ id }) => feed.find(id) ?? []);
        const texts = Array.from(shownRecords(records, moment, writing), ({ bytes }) => bytes);
        const links = [linkTo(url, 'after', after, 'next'), linkTo(url, 'before', before, 'prev')].filter(Boolean);
        return {
          type: 'application/json; charset=utf-8',
          headers: links.length === 0 || quirks.listing === 'unlinked' ? {} : { link: links.join(', ') },
          body: jsonList(texts),
        };
      }

      function one({ params, now, faults }: TwinRequest, writing: Writing): Answer {
        const record = feed.find(params.get('ghsa') ?? '');
        const shown = record === null ? null : shownRecord(record, { instant: now, faults }, writing);
        if (shown === null) return refusal(404, 'Not Found');
        return { type: 'application/json; charset=utf-8', body: shown.bytes };
      }
    },
  };
}

function versioned(request: TwinRequest, handle: Handler): Answer {
  if (request.headers['user-agent'] === undefined) return textAnswer(403, NO_AGENT);
  const version = String(request.headers['x-github-api-version'] ?? OLDEST);
  const writing = VERSIONS.get(version);
  if (writing === undefined) return refusal(410, `API version ${version} is not supported`);
  const answer = handled(request, writing, handle);
  return { ...answer, headers: { ...answer.headers, 'x-github-api-version-selected': version } };
}

function handled(request: TwinRequest, writing: Writing, handle: Handler): Answer {
  try {
    return handle(request, writing);
  } catch (error) {
    if (!(error instanceof AdvisoryParameterError)) throw error;
    const errors = [{ resource: 'SecurityAdvisory', code: 'invalid', field: error.parameter, message: error.message }];
    return refusal(422, 'Validation Failed', { errors });
  }
}

const NO_AGENT = 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n';
const DOCUMENTATION = 'https://docs.github.com/rest/security-advisories/global-advisories';

function refusal(status: number, message: string, more: object = {}): Answer {
  return jsonAnswer({ message, ...more, documentation_url: DOCUMENTATION, status: String(status) }, { status });
}

function linkTo(url: URL, name: 'before' | 'after', cursor: string | null, rel: string): string | null {
  if (cursor === null) return null;
  const other = new URL(url);
  other.searchParams.delete(name === 'after' ? 'before' : 'after');
  other.searchParams.set(name, cursor);
  return `<${other.href}>; rel="${rel}"`;
}
