import { feedIndex } from '../feed/feed-index.ts';
import {
  type FeedRecord,
  type Fields,
  isRecordFeed,
  listOf,
  type RecordFeed,
  revisionAt,
} from '../feed/record-feed.ts';
import { isWithdrawn, jsonList, type Moment, shownRecord, shownRecords, type Writing } from '../feed/shown.ts';
import { type Answer, jsonAnswer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import { DOCUMENT_FAULTS } from '../frame/fault.ts';
import { GITHUB_BUDGET } from '../frame/github-budget.ts';
import { numberedPage } from '../frame/paging.ts';
import type { Route } from '../frame/route.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { World } from '../world/world.ts';
import { comparison } from './compare.ts';
import { trackerFeed } from './feed.ts';
import { issueKeys, issueListing, ListingParameterError } from './listing.ts';
import { OWNER, pullAsIssue, REPOSITORY } from './objects.ts';
import { TRACKER, TRACKER_2026 } from './writing.ts';

export const TRACKER_PATH = `/repos/${OWNER}/${REPOSITORY}`;
/** The new address of transferred issues. */
const ELSEWHERE_PATH = `/repos/${OWNER}/nixos-homepage/issues`;

export interface NixpkgsQuirks {
  /** The status when the budget is used up: 403, or 429 for the secondary limit. */
  readonly refuseWith?: 403 | 429;
  /** Requests per hour without a token. */
  readonly budget?: number;
  /** Listings come newest first, or omit the requested date. */
  readonly listing?: 'descending' | 'undated';
}

const VERSIONS = new Map<string, Writing>([
  ['2022-11-28', TRACKER],
  ['2026-03-10', TRACKER_2026],
]);
const OLDEST = '2022-11-28';
const PAGES = { usual: 30, most: 100 };

type Handler = (request: TwinRequest, writing: Writing) => Answer;

export function nixpkgs(source: World | RecordFeed, quirks: NixpkgsQuirks = {}): TwinDefinition {
  return {
    source: 'nixpkgs',
    documentFaults: DOCUMENT_FAULTS,
    open({ clock, url: own }) {
      const feed = isRecordFeed(source) ? source : trackerFeed(source, clock.start);
      const index = feedIndex(feed, { writing: TRACKER, describe: issueKeys });
      const { refuseWith = GITHUB_BUDGET.status, budget = GITHUB_BUDGET.requests } = quirks;
      const limit = { ...GITHUB_BUDGET, status: refuseWith, requests: budget, retryAfter: refuseWith === 429 };
      const route = (path: string, handle: Handler): Route => ({
        path,
        limit,
        handle: (request) => versioned(request, handle),
      });
      return [
        route(`${TRACKER_PATH}/issues`, list),
        route(`${TRACKER_PATH}/issues/:number`, issue),
        route(`${TRACKER_PATH}/issues/:number/timeline`, timeline),
        route(`${TRACKER_PATH}/pulls/:number`, pull),
        route(`${TRACKER_PATH}/compare/:spec`, compare),
        route(`${ELSEWHERE_PATH}/:number`, transferred),
      ];

      function list({ url, now, faults }: TwinRequest, writing: Writing): Answer {
        const moment = { instant: now, faults };
        const params = new URLSearchParams(url.searchParams);
        if (quirks.listing === 'descending') params.set('direction', 'desc');
        if (quirks.listing === 'undated') params.delete('since');
        const wanted = issueListing(index.rows(moment), params).filter(({ id }) => !isWithdrawn(id, faults));
        const { items, link } = numberedPage(wanted, url, PAGES);
        const records = items.flatMap(({ id }) => asListed(feed.find(id)) ?? []);
        return page(
          Array.from(shownRecords(records, moment, writing), ({ bytes }) => bytes),
          link,
        );
      }

      function issue({ params, now, faults }: TwinRequest, writing: Writing): Answer {
        const id = `issue/${params.get('number')}`;
        const record = feed.find(id) ?? asListed(feed.find(`pull/${params.get('number')}`));
        const gone = record === null ? undefined : revisionAt(record, now)?.value()?.['gone'];
        if (gone === 'deleted' || isWithdrawn(id, faults)) return refusal(410, 'This issue was deleted');
        if (gone === 'transferred') {
          const to = `${own()}${ELSEWHERE_PATH}/${params.get('number')}`;
          return jsonAnswer({ message: 'Moved Permanently', url: to }, { status: 301, headers: { location: to } });
        }
        return one(record, { instant: now, faults }, writing);
      }

      function timeline({ params, url, now, faults }: TwinRequest): Answer {
        const id = `issue/${params.get('number')}`;
        const issue = feed.find(id);
        const gone = issue === null ? 'unknown' : revisionAt(issue, now)?.value()?.['gone'];
        if (gone === 'unknown') return refusal(404, 'Not Found');
        if (gone !== undefined || isWithdrawn(id, faults)) return refusal(410, 'This issue was deleted');
        const record = feed.find(`timeline/${params.get('number')}`);
        const events = record === null ? [] : listOf(revisionAt(record, now)?.value()?.['events']);
        const { items, link } = numberedPage(events, url, PAGES);
        return page(
          items.map((event) => Buffer.from(JSON.stringify(event))),
          link,
        );
      }

      function pull({ params, now, faults }: TwinRequest, writing: Writing): Answer {
        return one(feed.find(`pull/${params.get('number')}`), { instant: now, faults }, writing);
      }

      /** The new place has another number and repository. */
      function transferred({ params, now }: TwinRequest): Answer {
        const record = feed.find(`issue/${params.get('number')}`);
        const before = record?.revisions
          .filter(({ at }) => at <= now)
          .findLast((revision) => revision.value()?.['title'] !== undefined);
        if (before === undefined) return refusal(404, 'Not Found');
        const address = `https://api.github.com${ELSEWHERE_PATH}`;
        return jsonAnswer({
          ...before.value(),
          number: 77,
          url: `${address}/77`,
          repository_url: address.slice(0, -'/issues'.length),
        });
      }
    },
  };
}

function compare({ params, now }: TwinRequest): Answer {
  const found = comparison(params.get('spec') ?? '', now);
  return found === null ? refusal(404, 'Not Found') : jsonAnswer(found);
}

/** The issue list includes pull requests, with an extra member. */
function asListed(record: FeedRecord | null): FeedRecord | null {
  if (record?.id.startsWith('pull/') !== true) return record;
  const revisions = record.revisions.map((revision) => ({
    at: revision.at,
    value: (): Fields | null => {
      const pull = revision.value();
      return pull === null ? null : pullAsIssue(pull);
    },
  }));
  return { id: record.id, revisions };
}

function one(record: FeedRecord | null, moment: Moment, writing: Writing): Answer {
  const shown = record === null ? null : shownRecord(record, moment, writing);
  if (shown === null) return refusal(404, 'Not Found');
  return { type: 'application/json; charset=utf-8', body: shown.bytes };
}

function page(items: readonly Buffer[], link: string | null): Answer {
  return { type: 'application/json; charset=utf-8', headers: link === null ? {} : { link }, body: jsonList(items) };
}

function versioned(request: TwinRequest, handle: Handler): Answer {
  if (request.headers['user-agent'] === undefined) return textAnswer(403, NO_AGENT);
  const version = String(request.headers['x-github-api-version'] ?? OLDEST);
  const writing = VERSIONS.get(version);
  if (writing === undefined) return refusal(410, `API version ${version} is not supported`);
  try {
    return handle(request, writing);
  } catch (error) {
    if (!(error instanceof ListingParameterError)) throw error;
    const errors = [{ resource: 'Issue', code: 'invalid', field: error.parameter, message: error.message }];
    return refusal(422, 'Validation Failed', { errors });
  }
}

const NO_AGENT = 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n';
const DOCUMENTATION = 'https://docs.github.com/rest/issues/issues';

function refusal(status: number, message: string, more: object = {}): Answer {
  return jsonAnswer({ message, ...more, documentation_url: DOCUMENTATION, status: String(status) }, { status });
}
