import { elementOf } from '../../platform/json-elements.ts';
import { githubUpstream } from '../github-budget.ts';
import { decodeJson, type Reader } from '../reader.ts';
import type { Source } from '../source.ts';
import { advisoryPositionAt, readAdvisoryBulk } from './bulk.ts';
import type { AdvisoryAddresses } from './definition.ts';
import { readAdvisoryDelta } from './delta.ts';
import { fetchAdvisory } from './fetch-one.ts';
import { advisoryItem } from './record.ts';
import type { AdvisoryDocument } from './schema.ts';

export const advisoryReader: Reader<AdvisoryAddresses> = { open: advisory, decode: decodeJson };

export function advisory({ url, token }: AdvisoryAddresses): Source<AdvisoryDocument> {
  return {
    id: 'advisory',
    // A copy of the day's score, put in when it is asked for: `updated_at` does not move with it.
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
    },
    first: 'bulk',
    large: true,
    fetchOne: ({ http }, key, signal) => fetchAdvisory(http, url, key, signal),
    reread: ({ raw }) => advisoryItem(elementOf(raw)),
  };
}
