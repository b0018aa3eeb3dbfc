import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../envelope.ts';
import { DeviceFlow } from '../objects/access.ts';
import { RequiredSources, SourceStatus } from '../objects/source.ts';

const CheckState = z.enum(['ok', 'degraded', 'unavailable']);

/** Answers 503 only when nothing can be answered from storage. */
export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  area: 'meta',
  summary: 'Whether the service can answer, and the state of what it depends on',
  data: z
    .object({
      status: z.enum(['ok', 'degraded']),
      checks: z.object({
        database: z.object({ state: CheckState, replica: z.enum(['in_use', 'lagging', 'unreachable', 'none']) }),
        cache: z.object({ state: CheckState }).describe('The shared cache; without it answers are slower, not fewer.'),
        queue: z.object({ state: CheckState, oldestJobSeconds: z.int().nullable() }),
        sources: z.object({
          state: CheckState,
          stale: z.array(z.string()),
          warned: z.array(z.string()).describe('Sources with warnings; they do not change the state.'),
        }),
      }),
    })
    .meta({ id: 'Health' }),
  cache: 0,
  rate: 'health',
  example: {
    status: 'ok',
    checks: {
      database: { state: 'ok', replica: 'none' },
      cache: { state: 'ok' },
      queue: { state: 'ok', oldestJobSeconds: null },
      sources: { state: 'ok', stale: [], warned: [] },
    },
  },
});

/** What a reader needs to find and verify the signed snapshots of a service. */
const SnapshotNotice = z
  .object({
    url: z.url().describe('The address below which the files are.'),
    verifierKey: z.string().describe('The key that they are verified by, as C2SP signed-note writes it.'),
    published: Timestamp.nullable().describe('When the newest one was published; null where this server cannot tell.'),
    expires: Timestamp.nullable().describe('When the newest one expires.'),
  })
  .meta({ id: 'SnapshotNotice' });

/** Which build answers, and since when. */
export const getVersion = endpoint({
  id: 'getVersion',
  method: 'GET',
  path: '/version',
  area: 'meta',
  summary: 'Versions of the API, the build and the database schema',
  data: z
    .object({
      api: z.literal('v1'),
      build: z.string(),
      commit: z.string().nullable(),
      schema: z.string().nullable().describe('The newest database migration that has been applied.'),
      startedAt: Timestamp,
      access: DeviceFlow.describe('How to get a token for `POST /request-access`.'),
      snapshot: SnapshotNotice.nullable()
        .optional()
        .describe('Where the signed snapshots of this service are; null where none is published.'),
    })
    .meta({ id: 'Version' }),
  cache: 60,
  rate: 'version',
  example: {
    api: 'v1',
    build: '0.1.0',
    commit: null,
    schema: '0004_worker',
    startedAt: '2026-11-15T08:00:00.000Z',
    access: {
      deviceEndpoint: 'https://github.com/login/device/code',
      tokenEndpoint: 'https://github.com/login/oauth/access_token',
      clientId: null,
      policy: 'manual',
    },
    snapshot: {
      url: 'https://almanac.example.org/snapshot',
      verifierKey: 'almanac.example.org/log+1f0c7bd6+AYyXFPLrZCVtaG9RbhZDVdkmQNZfBTDm5LZ6dbw0Rk1t',
      published: '2026-11-15T08:00:00.000Z',
      expires: '2026-11-17T08:00:00.000Z',
    },
  },
});

/** The sources of the data and their licences (spec 4.10; members by decision). */
export const getSources = endpoint({
  id: 'getSources',
  method: 'GET',
  path: '/sources',
  area: 'meta',
  summary: 'Every data source with its licence, age and state',
  data: z
    .object({
      sources: z.array(SourceStatus),
      required: z
        .array(RequiredSources)
        .optional()
        .describe('By what is asked about: the sources without which a verdict is `unknown`.'),
    })
    .meta({ id: 'Sources' }),
  cache: 60,
  rate: 'general',
  example: {
    sources: [
      {
        id: 'kev',
        name: 'Known Exploited Vulnerabilities Catalog',
        kind: 'exploitation',
        home: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
        licence: 'CC0-1.0',
        attribution: null,
        redistribute: true,
        cadenceSeconds: 1800,
        expectedChangeSeconds: 1209600,
        reconciliation: { by: 'whole_file', everyHours: 1 },
        state: 'ok',
        lastCheckedAt: '2026-11-15T08:00:00.000Z',
        lastChangedAt: '2026-11-14T17:00:00.000Z',
        records: 1703,
        lagSeconds: 0,
        lastError: null,
        warnings: [
          {
            code: 'CANARY_MISSING',
            since: '2026-11-14T17:00:00.000Z',
            detail: 'CVE-2021-44228 is not there',
          },
        ],
        running: [],
        quarantined: 0,
        upstreams: [{ origin: 'https://www.cisa.gov', state: 'ok', failures: 0 }],
        parts: null,
        partsRead: null,
        reconciledAt: '2026-11-14T17:00:00.000Z',
        missing: 0,
        extra: 0,
        checkedLiveAt: null,
      },
    ],
    required: [{ id: 'ecosystem', subject: 'A package of an ecosystem.', sources: ['osv'] }],
  },
});

/** The machine-readable description (spec section 9), a bare document. */
export const getOpenapi = endpoint({
  id: 'getOpenapi',
  method: 'GET',
  path: '/openapi.json',
  area: 'meta',
  summary: 'This description of the API, as OpenAPI 3.1',
  data: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
  unwrapped: true,
  atRoot: true,
  cache: 3600,
  rate: 'openapi',
  example: { openapi: '3.1.0', info: { title: 'Almanac', version: 'v1' }, paths: {} },
});
