import { isRecordFeed, type RecordFeed } from '../feed/record-feed.ts';
import { type Answer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import { DOCUMENT_FAULTS } from '../frame/fault.ts';
import { memo } from '../frame/memo.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { World } from '../world/world.ts';
import { givenReleases, worldReleases } from './releases.ts';

export const KEV_FEED_PATH = '/sites/default/files/feeds/known_exploited_vulnerabilities.json';
export const KEV_MIRROR_PATH = '/cisagov/kev-data/main/known_exploited_vulnerabilities.json';

export interface KevQuirks {
  /** The site answers 403 to agents that don't look like a browser; the mirror never does. */
  readonly refuseUnknownAgents?: boolean;
}

const HOUR = 3_600_000;

export function kev(source: World | RecordFeed, quirks: KevQuirks = {}): TwinDefinition {
  return {
    source: 'kev',
    documentFaults: DOCUMENT_FAULTS,
    open({ clock }) {
      const releases = isRecordFeed(source) ? givenReleases(source) : worldReleases(source, clock.start);
      const documents = memo<Buffer>(8);
      return [
        { path: KEV_FEED_PATH, handle: feed },
        // An hourly job fills the mirror, so changes reverted within the hour never show.
        {
          path: KEV_MIRROR_PATH,
          handle: (request) => catalogue(request, Math.floor(request.now / HOUR) * HOUR, 'text/plain; charset=utf-8'),
        },
      ];

      function feed(request: TwinRequest): Answer {
        const agent = request.headers['user-agent'] ?? '';
        if (quirks.refuseUnknownAgents === true && !agent.startsWith('Mozilla/'))
          return textAnswer(403, 'Access Denied');
        return catalogue(request, request.now, 'application/json');
      }

      function catalogue(request: TwinRequest, instant: number, type: string): Answer {
        const release = releases.before(instant);
        const key = `${release} ${JSON.stringify(request.faults)}`;
        const body = documents(key, () => releases.bytes(release, request.faults));
        return { type, modified: release, body };
      }
    },
  };
}
