import { createReadStream } from 'node:fs';
import { elementsInside } from '../../platform/json-members.ts';
import {
  type AssumptionsAt,
  agreesOnTime,
  type ChannelReading,
  differs,
  fetchesRecord,
  judgeForm,
  judgeReading,
  ok,
  type Probe,
  readItems,
  staysWithinLimits,
  succeeds,
  type UpstreamRead,
} from '../assumption.ts';
import { UnexpectedUpstream } from '../source.ts';
import type { NvdAddress } from './definition.ts';
import { askNvd, nvdRefusal, PAGE_SIZES, pageOf } from './page.ts';
import { MAX_WINDOW_MS } from './read-windows.ts';
import { nvdItem } from './record.ts';
import { fetchFeed, fetchFeedMeta } from './year-feed.ts';

const API = { url: 'https://nvd.nist.gov/developers/vulnerabilities', date: '2026-11-19' };

export const nvdAssumptions: AssumptionsAt<NvdAddress> = ({ url, feedsUrl }) => [
  {
    id: 'record',
    sentence: 'The API returns one record by its CVE id.',
    evidence: API,
    check: fetchesRecord(),
  },
  {
    id: 'page',
    sentence: `The API accepts pages of ${PAGE_SIZES[0]} records and windows of 120 days.`,
    evidence: { url: 'https://github.com/dependency-check/DependencyCheck/issues/8371', date: '2026-03-16' },
    check: succeeds(readWindow(url), judgeReading),
  },
  {
    id: 'refusal',
    sentence: 'The API answers 404 to a longer window and gives the reason in the header "message".',
    evidence: { url: 'https://github.com/anchore/syft/pull/4600', date: '2026-02-05' },
    check: succeeds(
      (probe) => askNvd(probe.deps.http, url, probe.signal)(getWindow(probe, 2 * MAX_WINDOW_MS, 1)),
      (answer) => {
        if (answer.status !== 404) throw nvdRefusal(answer);
        const message = answer.headers.get('message');
        return message === undefined ? differs('404 without a reason') : ok(`404: ${message.slice(0, 100)}`);
      },
    ),
  },
  {
    id: 'feed',
    sentence: 'A yearly feed has the SHA-256 that its .meta file states.',
    evidence: { url: 'https://github.com/fkie-cad/nvd-json-data-feeds/issues/8', date: '2023-12-20' },
    check: succeeds(readFeed(feedsUrl), judgeForm),
  },
  {
    id: 'clock',
    sentence: "NVD's clock is accurate to five minutes.",
    evidence: { url: 'https://github.com/dependency-check/DependencyCheck/issues/7228', date: '2024-12-04' },
    check: agreesOnTime,
  },
  {
    id: 'limits',
    sentence: 'Pages are below 64 MB and arrive within a minute.',
    evidence: API,
    check: staysWithinLimits,
  },
];

/** Returns the query for the changes of the time that ends now. */
function getWindow({ deps }: Probe, lengthMs: number, size = 1): Record<string, string> {
  const to = deps.now();
  const from = new Date(to.getTime() - lengthMs);
  const dates = { lastModStartDate: from.toISOString(), lastModEndDate: to.toISOString() };
  return { ...dates, resultsPerPage: String(size), startIndex: '0' };
}

function readWindow(url: string): UpstreamRead<ChannelReading> {
  return async (probe) => {
    const answer = await askNvd(probe.deps.http, url, probe.signal)(getWindow(probe, MAX_WINDOW_MS, PAGE_SIZES[0]));
    if (answer.status !== 200) throw nvdRefusal(answer);
    return readItems(Array.from(pageOf(answer, 0).elements(), nvdItem), []);
  };
}

/** The oldest feed, which is small. */
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
