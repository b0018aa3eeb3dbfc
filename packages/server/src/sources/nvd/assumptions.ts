import { createReadStream } from 'node:fs';
import { elementsInside } from '../../platform/json-members.ts';
import {
  type AssumptionsAt,
  acceptsToken,
  agreesOnTime,
  type ChannelReading,
  differs,
  type Finding,
  fetchesRecord,
  judgeForm,
  judgeReading,
  readItems,
  staysWithinLimits,
  succeeds,
  type UpstreamRead,
} from '../assumption.ts';
import { UnexpectedUpstream } from '../source.ts';
import type { NvdAddress } from './definition.ts';
import { askNvd, PAGE_SIZES, parsePage } from './page.ts';
import { MAX_WINDOW_MS } from './read-windows.ts';
import { nvdItem } from './record.ts';
import { fetchFeed, fetchFeedMeta } from './year-feed.ts';

const [MAX_PAGE = 0] = PAGE_SIZES;

const API = { url: 'https://nvd.nist.gov/developers/vulnerabilities', date: '2026-11-19' };

export const nvdAssumptions: AssumptionsAt<NvdAddress> = ({ url, feedsUrl, apiKey }) => [
  {
    id: 'record',
    sentence: 'The API returns one record by its CVE id.',
    evidence: API,
    check: fetchesRecord(),
  },
  {
    id: 'page',
    sentence: `The API accepts pages of ${MAX_PAGE} records and windows of 120 days.`,
    evidence: { url: 'https://github.com/dependency-check/DependencyCheck/issues/8371', date: '2026-03-16' },
    check: succeeds(readWindow(url), judgeWindow),
  },
  ...(apiKey === undefined
    ? []
    : [
        {
          id: 'key',
          sentence: 'The API accepts the key in NVD_API_KEY.',
          evidence: { url: 'https://github.com/anchore/syft/pull/4600', date: '2026-02-05' },
          check: acceptsToken,
        },
      ]),
  {
    id: 'feed',
    sentence: 'A yearly feed has the SHA-256 that its .meta file states.',
    evidence: { url: 'https://github.com/fkie-cad/nvd-json-data-feeds/issues/8', date: '2023-12-20' },
    check: succeeds(readFeed(feedsUrl), judgeForm),
  },
  {
    id: 'clock',
    sentence: "The API's clock is accurate to five minutes.",
    evidence: { url: 'https://github.com/dependency-check/DependencyCheck/issues/7228', date: '2024-12-04' },
    check: agreesOnTime(url),
  },
  {
    id: 'limits',
    sentence: 'Pages are below 64 MB and arrive within a minute.',
    evidence: API,
    check: staysWithinLimits,
  },
];

interface WindowReading extends ChannelReading {
  readonly total: number;
}

/** Reads the first page of the longest window that ends now. */
function readWindow(url: string): UpstreamRead<WindowReading> {
  return async ({ deps: { http, now }, signal }) => {
    const to = now();
    const from = new Date(to.getTime() - MAX_WINDOW_MS);
    const dates = { lastModStartDate: from.toISOString(), lastModEndDate: to.toISOString() };
    const answer = await askNvd(http, url, signal)({ ...dates, resultsPerPage: String(MAX_PAGE), startIndex: '0' });
    const page = parsePage(answer, 0);
    return { ...(await readItems(Array.from(page.elements(), nvdItem), [])), total: page.total };
  };
}

function judgeWindow(reading: WindowReading): Finding {
  const size = reading.records + reading.unreadable.length;
  return size < Math.min(MAX_PAGE, reading.total) ? differs(`a page of ${size}`) : judgeReading(reading);
}

/** The oldest feed is small. */
function readFeed(feedsUrl: string): UpstreamRead<ChannelReading> {
  return async ({ deps: { http }, signal }) => {
    const address = `${feedsUrl}/nvdcve-2.0-2002`;
    const meta = await fetchFeedMeta(http, `${address}.meta`, signal);
    if (meta === null) throw new UnexpectedUpstream('nvd', 'there is no .meta of 2002');
    await using feed = await fetchFeed(http, `${address}.json.gz`, meta, signal);
    if (feed === null) throw new UnexpectedUpstream('nvd', 'the feed of 2002 has another hash than .meta states');
    const items: object[] = [];
    for await (const element of elementsInside(createReadStream(feed.path), 'vulnerabilities')) {
      items.push(nvdItem(element));
    }
    return readItems(items, []);
  };
}
