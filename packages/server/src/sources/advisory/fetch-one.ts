import { normaliseGhsaId } from '@almanac/core/ids';
import { elementOf } from '../../platform/json-elements.ts';
import { GITHUB_JSON, githubRefusal, isGithubRefusal } from '../github-answers.ts';
import type { Fetched, Http } from '../source.ts';
import { advisoryItem } from './record.ts';
import type { AdvisoryDocument } from './schema.ts';

/** Of any type. Drafts and private advisories answer 404 like those that never were. */
export async function fetchAdvisory(
  http: Http,
  url: string,
  id: string,
  signal: AbortSignal,
): Promise<Fetched<AdvisoryDocument>> {
  const key = normaliseGhsaId(id);
  if (key === null) return 'absent';
  const address = `${url}/${key}`;
  const answer = await http.get(address, { signal, accept: GITHUB_JSON });
  const document = elementOf(answer.body);
  if (answer.status === 404 && isGithubRefusal(document)) return 'absent';
  if (answer.status !== 200) throw githubRefusal('advisory', address, answer);
  const record = advisoryItem(document);
  if ('unreadable' in record) return { ...record, key };
  return record.key === key ? record : { unreadable: `${address} holds ${record.key}`, raw: record.raw, key };
}
