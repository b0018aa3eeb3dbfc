import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../envelope.ts';
import { DeviceFlow } from '../objects/access.ts';
import { RequiredSources, SourceStatus } from '../objects/source.ts';

const CheckState = z.enum(['ok', 'degraded', 'unavailable']);

/** Returns 503 only if nothing can be served from storage. */
export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  area: 'meta',
  summary: 'Check health and dependencies',
  data: z
    .object({
      status: z.enum(['ok', 'degraded']),
      checks: z.object({
        database: z.object({ state: CheckState, replica: z.enum(['in_use', 'lagging', 'unreachable', 'none']) }),
        cache: z
          .object({ state: CheckState })
          .describe('The shared cache. Without it, responses are slower but complete.'),
        queue: z.object({ state: CheckState, oldestJobSeconds: z.int().nullable() }),
        sources: z.object({
          state: CheckState,
          stale: z.array(z.string()),
          warned: z.array(z.string()).describe('Sources with warnings. They do not affect the state.'),
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

const SnapshotNotice = z
  .object({
    url: z.url().describe('Base URL of the snapshot files.'),
    verifierKey: z.string().describe('Public key that verifies them, in C2SP signed-note format.'),
    published: Timestamp.nullable().describe('When the newest snapshot was published; null if unknown.'),
    expires: Timestamp.nullable().describe('When the newest snapshot expires; null if unknown.'),
  })
  .meta({ id: 'SnapshotNotice' });

export const getVersion = endpoint({
  id: 'getVersion',
  method: 'GET',
  path: '/version',
  area: 'meta',
  summary: 'Get the versions of the API, build and database schema',
  data: z
    .object({
      api: z.literal('v1'),
      build: z.string(),
      commit: z.string().nullable(),
      schema: z.string().nullable().describe('The newest database migration applied.'),
      startedAt: Timestamp,
      access: DeviceFlow.describe('How to obtain a token for `POST /request-access`.'),
      snapshot: SnapshotNotice.nullable()
        .optional()
        .describe("Location of this service's signed snapshots; null if it publishes none."),
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

/** Spec 4.10; members by decision. */
export const getSources = endpoint({
  id: 'getSources',
  method: 'GET',
  path: '/sources',
  area: 'meta',
  summary: 'List data sources with licence, age and state',
  data: z
    .object({
      sources: z.array(SourceStatus),
      required: z
        .array(RequiredSources)
        .optional()
        .describe('Required sources by subject: unless all are current, a verdict is `unknown`.'),
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
            detail: 'CVE-2021-44228 is missing',
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
    required: [{ id: 'ecosystem', subject: 'A package in an ecosystem.', sources: ['osv'] }],
  },
});

/** Spec section 9. Not wrapped in an envelope. */
export const getOpenapi = endpoint({
  id: 'getOpenapi',
  method: 'GET',
  path: '/openapi.json',
  area: 'meta',
  summary: 'Get this API description as OpenAPI 3.1',
  data: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
  unwrapped: true,
  atRoot: true,
  cache: 3600,
  rate: 'openapi',
  example: { openapi: '3.1.0', info: { title: 'Almanac', version: 'v1' }, paths: {} },
});
