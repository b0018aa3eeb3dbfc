import { elementOf } from '../../platform/json-elements.ts';
import { githubUpstream } from '../github.ts';
import { decodeJson, type Reader } from '../reader.ts';
import type { Source, SourceDeps } from '../source.ts';
import { advisoryPositionAt, readAdvisoryBulk } from './bulk.ts';
import type { AdvisoryAddresses } from './definition.ts';
import { readAdvisoryDelta } from './delta.ts';
import { fetchAdvisory } from './fetch-one.ts';
import { advisoryItem } from './record.ts';
import type { AdvisoryDocument } from './schema.ts';
import { sweepAdvisories } from './sweep.ts';

export const advisoryReader: Reader<AdvisoryAddresses> = { open: advisory, decode: decodeJson };

export function advisory({ url, token }: AdvisoryAddresses): Source<AdvisoryDocument> {
  return {
    id: 'advisory',
    // The day's EPSS score at the time of the request; it does not move `updated_at`.
    volatile: ['epss'],
    upstreams: [githubUpstream(url, token)],
    channels: {
      bulk: {
        read: ({ http, now }, since, signal) => readAdvisoryBulk(http, url, { now }, since, signal),
        lagging: true,
      },
      delta: {
        read: ({ http, now }, since, signal) => readAdvisoryDelta(http, url, { now }, since, signal),
        positionAt: advisoryPositionAt,
      },
      // Without a token it would take 55 hours and the whole rate limit.
      ...(token && {
        sweep: {
          read: ({ http, now }: SourceDeps, since: string | null, signal: AbortSignal) =>
            sweepAdvisories(http, url, { now }, since, signal),
          lagging: true,
        },
      }),
    },
    first: 'bulk',
    large: true,
    fetchOne: ({ http }, key, signal) => fetchAdvisory(http, url, key, signal),
    reread: ({ raw }) => advisoryItem(elementOf(raw)),
  };
}
