import { decodeJson, type Reader } from '../reader.ts';
import type { Source, SourceDeps } from '../source.ts';
import { openBucket } from './bucket.ts';
import { osvPositionAt, readOsvBulk } from './bulk.ts';
import type { OsvAddresses } from './definition.ts';
import { readOsvDelta } from './delta.ts';
import { fetchOsvRecord } from './fetch-one.ts';
import { LIST_HEADS } from './list-head.ts';
import { osvItem, readId } from './record.ts';
import type { OsvDocument } from './schema.ts';
import { sweepOsv } from './sweep.ts';

export const osvReader: Reader<OsvAddresses> = { open: osvSource, decode: decodeJson };

export function osvSource({
  bucketUrl,
  apiUrl,
  ecosystems,
  wholeArchive = false,
  listHeads = LIST_HEADS,
}: OsvAddresses): Source<OsvDocument> {
  const bucketOf = ({ http }: SourceDeps) => openBucket(http, bucketUrl, ecosystems);
  return {
    id: 'osv',
    // Every export overwrites the first with its newest version. The second moves for whole databases when they are
    // imported again unchanged.
    volatile: ['schema_version', 'modified'],
    // A usual day changes some thousands of records, which should not take minutes.
    upstreams: [{ url: bucketUrl, limit: { requests: 300, seconds: 1 } }, { url: apiUrl }],
    channels: {
      // The archives may be hours older than the deltas.
      bulk: {
        read: (deps, since, signal) => readOsvBulk(bucketOf(deps), deps, since, signal, wholeArchive),
        lagging: true,
      },
      delta: {
        read: (deps, since, signal) => readOsvDelta(bucketOf(deps), deps, since, signal, listHeads),
        positionAt: osvPositionAt,
      },
      sweep: { read: (deps, _since, signal) => sweepOsv(bucketOf(deps), deps, signal) },
    },
    first: 'bulk',
    large: true,
    partsRead: ecosystems,
    fetchOne: ({ http }, key, signal) => fetchOsvRecord(http, apiUrl, key, signal),
    reread: ({ raw, key }) => osvItem(raw, key ?? readId(raw)),
  };
}
