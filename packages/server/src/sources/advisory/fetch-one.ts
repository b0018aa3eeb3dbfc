import { normaliseGhsaId } from '@almanac/core/ids';
import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import type { Fetched, Http } from '../source.ts';
import { ACCEPT, refusal } from './pages.ts';
import { advisoryItem } from './record.ts';
import type { AdvisoryDocument } from './schema.ts';

const Refusal = z.object({ message: z.string() });

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
  const answer = await http.get(address, { signal, accept: ACCEPT });
  const document = elementOf(answer.body);
  // Somebody in between answers 404 too, but not in this form.
  const refused = answer.status === 404 && 'value' in document && Refusal.safeParse(document.value).success;
  if (refused) return 'absent';
  if (answer.status !== 200) throw refusal(address, answer);
  const record = advisoryItem(document);
  if ('unreadable' in record) return { ...record, key };
  return record.key === key ? record : { unreadable: `${address} holds ${record.key}`, raw: record.raw, key };
}
