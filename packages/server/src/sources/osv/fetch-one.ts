import { parseOsvId } from '@almanac/core/ids';
import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import { type Fetched, type Http, UnexpectedUpstream } from '../source.ts';
import { osvItem } from './record.ts';
import { type OsvDocument, OsvKey } from './schema.ts';

/** google.rpc.Status */
const Refusal = z.object({ code: z.int(), message: z.string() });

const ALIASES = 'Vulnerability not found, but the following aliases were: ';

/** Uses the API, which is ahead of the export. An id that is only an alias comes back as `alias of A B C`. */
export async function fetchOsvRecord(
  http: Http,
  apiUrl: string,
  id: string,
  signal: AbortSignal,
): Promise<Fetched<OsvDocument>> {
  if (parseOsvId(id) === null) return 'absent';
  const address = new URL(`v1/vulns/${encodeURIComponent(id)}`, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`).href;
  const { status, body } = await http.get(address, { signal });
  if (status === 200) return osvItem(body, id);
  const refusal = parseRefusal(body);
  // A proxy's 404 has another form.
  if (status !== 404 || refusal === null) throw new UnexpectedUpstream('osv', `${address} answers ${status}`);
  const aliases = refusal.message.startsWith(ALIASES) ? refusal.message.slice(ALIASES.length).split(' ') : [];
  const known = aliases.filter((alias) => OsvKey.safeParse(alias).success);
  return known.length === 0 ? 'absent' : { state: `alias of ${known.join(' ')}` };
}

function parseRefusal(body: Uint8Array): z.infer<typeof Refusal> | null {
  const element = elementOf(body);
  const refusal = Refusal.safeParse('value' in element ? element.value : null);
  return refusal.success ? refusal.data : null;
}
