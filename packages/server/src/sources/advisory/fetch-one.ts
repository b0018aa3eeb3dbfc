import { normaliseGhsaId, parseCveId } from '@almanac/core/ids';
import { elementOf } from '../../platform/json-elements.ts';
import { GITHUB_JSON, githubRefusal, isGithubRefusal } from '../github.ts';
import type { Fetched, Http } from '../source.ts';
import { fetchPages } from './pages.ts';
import { advisoryItem } from './record.ts';
import type { AdvisoryDocument } from './schema.ts';

/** Fetches an advisory by GHSA id, or a CVE's advisories. */
export async function fetchAdvisory(
  http: Http,
  url: string,
  id: string,
  signal: AbortSignal,
): Promise<Fetched<AdvisoryDocument>> {
  if (parseCveId(id) !== null) return fetchAdvisoriesOfCve(http, url, id, signal);
  const key = normaliseGhsaId(id);
  return key === null ? 'absent' : fetchByKey(http, url, key, signal);
}

/** The listing shows one type at a time, and malware has no CVEs. */
const TYPES_WITH_CVES = ['reviewed', 'unreviewed'] as const;

async function fetchAdvisoriesOfCve(
  http: Http,
  url: string,
  cve: string,
  signal: AbortSignal,
): Promise<Fetched<AdvisoryDocument>> {
  for (const type of TYPES_WITH_CVES) {
    for await (const { elements } of fetchPages(http, url, { type, sort: 'published', cve_id: cve }, signal)) {
      if (elements.length > 0) return { records: elements.map(advisoryItem) };
      break;
    }
  }
  return 'absent';
}

/** Drafts and private advisories return 404, like unknown ones. */
async function fetchByKey(
  http: Http,
  url: string,
  key: string,
  signal: AbortSignal,
): Promise<Fetched<AdvisoryDocument>> {
  const address = `${url}/${key}`;
  const answer = await http.get(address, { signal, accept: GITHUB_JSON });
  const document = elementOf(answer.body);
  if (answer.status === 404 && isGithubRefusal(document)) return 'absent';
  if (answer.status !== 200) throw githubRefusal('advisory', address, answer);
  const record = advisoryItem(document);
  if ('unreadable' in record) return { ...record, key };
  return record.key === key ? record : { unreadable: `${address} holds ${record.key}`, raw: record.raw, key };
}
