import { getOsvDetails } from '@almanac/contract';
import { normaliseOsvId } from '@almanac/core/ids';
import type { Deps } from '../../../app/deps.ts';
import { ApiError } from '../../../app/errors.ts';
import { etagOfBytes } from '../../../app/json/etag.ts';
import { jsonParts, membersText } from '../../../app/json/json-parts.ts';
import { packageCoverage } from '../../../app/packages/coverage.ts';
import { withLists } from '../../../app/packages/osv-lists.ts';
import { osvOfAlias } from '../../../queries/osv-of-alias.ts';
import { loadOsvRecord } from '../../../queries/osv-record.ts';
import { route } from '../../route.ts';

/** The record spliced in as OSV wrote it. */
export const osvDetails = route(getOsvDetails, async (deps, { params: { id } }) => {
  const { databases, documents } = deps;
  const spellings = [...new Set([id, normaliseOsvId(id) ?? id])];
  const read = await databases.readWithFallback(async (db) => {
    const record = await loadOsvRecord(db, spellings);
    if (record === null) return null;
    const [raw = Buffer.alloc(0)] = await documents.unpack(db, [record.packed]);
    return { ...record, raw };
  });
  if (read === null) throw await unknown(deps, id, spellings);

  const { coverage, asOf } = await packageCoverage(deps, ['osv']);
  const integrity = { sources: { osv: read.sha256 }, fetchedAt: read.observedAt.toISOString() };
  const parts = jsonParts().text('{"success":true,"data":');
  parts.raw(withLists(read.raw));
  const redated = read.redated?.toISOString();
  const timestamp = new Date(deps.now()).toISOString();
  parts.text(`,${membersText({ coverage, asOf, integrity, redated, timestamp })}`);
  const states = coverage.map(({ source, state, changedAt }) => [source, state, changedAt]);
  return {
    body: parts.bytes(),
    tail: { evidence: [], primary: null, integrity: '', template: ['}'] },
    etag: etagOfBytes(JSON.stringify([read.sha256, redated, states])),
  };
});

/** That there is no such record can be said only by a mirror that has been filled, of an upstream that can be reached. */
async function unknown(
  { databases, sourceStates }: Pick<Deps, 'databases' | 'sourceStates'>,
  id: string,
  spellings: readonly string[],
): Promise<ApiError> {
  // Asked of the primary: a replica may not know yet what has just been stored.
  const { ids, filled } = await osvOfAlias(databases.primary, spellings);
  if (ids.length > 0) {
    return new ApiError('OSV_UNKNOWN', `Vulnerability '${id}' not found`, {
      hint: `It is an alias of ${ids.join(', ')}.`,
    });
  }
  const state = (await sourceStates.read()).get('osv');
  if (filled && state?.state !== 'unreachable') {
    return new ApiError('OSV_UNKNOWN', `Vulnerability '${id}' not found`, {
      hint: `OSV was last read ${state?.lastCheckedAt ?? 'at an unknown time'}. Newer records are not available.`,
    });
  }
  return new ApiError(
    'UPSTREAM_UNAVAILABLE',
    "Our copy of OSV is incomplete, so we don't know whether this record exists",
    {
      retryAfter: 60,
      hint: filled ? 'The last attempt to read OSV failed.' : 'OSV has not been read yet.',
    },
  );
}
