import { getEvidence } from '@almanac/contract';
import { ApiError } from '../../../app/errors.ts';
import { documentByHash } from '../../../queries/documents.ts';
import { mayPassOnRecord } from '../../../sources/licences.ts';
import { route } from '../../route.ts';

/** The bytes that a hash is over, as an attachment: they are somebody else's and are not to be shown as a page of ours. */
export const evidence = route(getEvidence, async ({ databases, documents }, { params: { sha256 } }) => {
  const raw = await databases.readWithFallback(async (db) => {
    const kept = await documentByHash(db, sha256);
    if (kept === null || !kept.records.every(({ source, key }) => mayPassOnRecord(source, key))) return null;
    const [bytes] = await documents.unpack(db, [kept.packed]);
    return bytes ?? null;
  });
  if (raw === null) {
    throw new ApiError('EVIDENCE_UNKNOWN', 'No document with this SHA-256', {
      hint: "We don't have it, or its licence does not allow redistribution. GET /sources lists the licences.",
    });
  }
  return {
    data: raw,
    etag: `"${sha256}"`,
    headers: ['content-disposition', `attachment; filename="${sha256}"`],
  };
});
