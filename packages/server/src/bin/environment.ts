import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import {
  AccessPolicy,
  CALLER_BUDGETS,
  type CallerBudget,
  RATES,
  type RateClass,
  SOURCE_IDS,
  SourceId,
} from '@almanac/contract';
import { type DataSelection, openSelection } from '@almanac/core/matching';
import { parsePurl } from '@almanac/core/purl';
import { isLoopback } from '@almanac/core/snapshots';
import { z } from 'zod';
import { USUAL_PROCESSES } from '../app/sbom/processes.ts';
import type { CallerBudgetLimits, HttpSettings } from '../http/settings.ts';
import { isVerifierKey, openSigner } from '../ingest/snapshots/signer.ts';
import { type ChatModel, openChatModel } from '../platform/chat-model.ts';
import type { Proxy } from '../platform/http-client-proxy.ts';
import { openReceivers, type Receivers } from '../platform/receivers.ts';
import type { RedisNode } from '../platform/redis-connection.ts';
import { Integer, Url } from '../platform/settings.ts';
import { Canaries } from '../sources/canaries.ts';
import { SOURCES, type SourceAddresses, sourceSettings, USUAL_CANARIES } from '../sources/catalogue.ts';
import type { SourceFacts } from '../sources/define-source.ts';
import { readSettings } from './settings-files.ts';

/** Every variable the service reads, once, at the start. `docs/env.md` lists the same; a test compares them. */
const Variables = z.object({
  DATABASE_URL: Url.default('postgres://postgres@127.0.0.1:5432/almanac').describe('The PostgreSQL primary.'),
  DATABASE_REPLICA_URL: Url.optional().describe('A read replica; reads use it while it is less than 5 s behind.'),
  DATABASE_POOL: Integer(1, 100).default(8).describe('Connections of an api process to each database.'),
  DATABASE_PREPARE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Prepared statements; off for PgBouncer before 1.21 with transaction pooling.'),
  REDIS_URL: Url.default('redis://127.0.0.1:6379').describe('Redis or Valkey, for shared cache and limits.'),
  REDIS_SENTINELS: z
    .string()
    .default('')
    .transform(redisNodes)
    .describe('Sentinels, comma-separated: host:26379. The host in REDIS_URL is then the name of the group.'),
  REDIS_CLUSTER_NODES: z
    .string()
    .default('')
    .transform(redisNodes)
    .describe('Nodes of a Redis Cluster, comma-separated: host:6379. REDIS_URL gives user, password and TLS.'),
  REDIS_PREFIX: z.string().max(40).default('almanac:').describe('Prefix of every Redis key.'),
  HOST: z.string().default('127.0.0.1').describe('The address the API listens on.'),
  PORT: Integer(0, 65_535).default(8080).describe('The port the API listens on; 0 picks a free one.'),
  METRICS_PORT: Integer(0, 65_535).optional().describe('Port for Prometheus metrics; none when unset.'),
  SITE_URL: Url.optional().describe('Public address of the site. Default: BASE_URL without /api/v1.'),
  SITE_NOTICE: z.string().max(500).optional().describe('A sentence at the top of every page.'),
  DATA_NOTICE: z
    .string()
    .max(500)
    .optional()
    .describe(
      'A notice for data that is a selection. Every response carries it, and only WHOLE_PACKAGES can be clean.',
    ),
  WHOLE_PACKAGES: z
    .string()
    .default('')
    .transform(packageUrls)
    .describe('Package URLs without a version, comma-separated: packages that a selection covers completely.'),
  BASE_URL: Url.optional().describe('Public address of the API, ending in /api/v1. Default: HOST and PORT.'),
  SECURITY_CONTACT: z
    .string()
    .default('')
    .transform(contacts)
    .describe('Contacts for security.txt: mailto:… or https://…, comma-separated. Empty: no security.txt.'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(addresses)
    .describe('Proxies (CIDR, comma-separated) whose X-Forwarded-For is trusted.'),
  RATE_LIMITS: z
    .string()
    .default('')
    .transform(rates)
    .describe('Rate limits that differ from the defaults, in requests a minute: general=30,issues=60.'),
  CALLER_BUDGETS: z
    .string()
    .default('')
    .transform(callerBudgets)
    .describe('Caller budgets that differ from the defaults, without/with a key: computing=8/16.'),
  CACHE_MB: Integer(1, 65_536).default(128).describe('Megabytes of cached responses in each process.'),
  DEADLINE_MS: Integer(100, 120_000).default(10_000).describe('Time limit for computing a response.'),
  MAX_COMPUTING: Integer(1, 10_000).default(64).describe('Concurrent computations; more are refused with 503.'),
  BODY_LIMIT: Integer(1_024, 1 << 26)
    .default(1 << 20)
    .describe('Largest request body in bytes.'),
  MEMORY_BUDGET_MB: Integer(1, 65_536)
    .default(128)
    .describe('Megabytes of bodies, facts and large responses in flight; more are refused with 503.'),
  SBOM_PROCESSES: Integer(1, 64)
    .default(USUAL_PROCESSES.processes)
    .describe('SBOMs examined at once, each in a process; twice as many wait, more get 503.'),
  MAX_FOLLOWING: Integer(1, 100_000)
    .default(1_000)
    .describe('Waiting requests and change streams in each process; more are refused with 503.'),
  LIVE_FETCH_QUEUE: Integer(1, 10_000)
    .default(50)
    .describe('Live fetches waiting for a worker, in all processes; more are refused with 503.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: Url.optional().describe(
    'Trace collector, OTLP over HTTP as JSON: http://collector:4318.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform(headers)
    .describe('Headers for the collector, comma-separated: authorization=Bearer%20secret.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('Share of traces to keep, from 0 to 1.'),
  COMMIT: z.string().optional().describe('Commit of the build, shown by GET /version.'),
  SOURCES: z
    .string()
    .default('')
    .transform(chosenSources)
    .describe('Sources to read, comma-separated: osv,kev,epss. Empty: all.'),
  HTTPS_PROXY: Url.optional().describe('Proxy for https:// requests to upstreams.'),
  HTTP_PROXY: Url.optional().describe('Proxy for http:// requests.'),
  NO_PROXY: z.string().default('').describe('Hosts, comma-separated, to reach without a proxy.'),
  WORKER_CONCURRENCY: Integer(1, 64).default(4).describe('Concurrent jobs of a worker.'),
  ASSESSMENT_URL: Url.optional().describe('OpenAI-compatible API that writes assessments: https://host/v1.'),
  ASSESSMENT_MODEL: z.string().optional().describe('Name of the model; required with ASSESSMENT_URL.'),
  ASSESSMENT_KEY: z.string().optional().describe('API key of the model, if needed.'),
  ACCESS_POLICY: AccessPolicy.optional().describe(
    'Who gets a key: open, allowlist or manual. Default: open with a secret, manual without.',
  ),
  ACCESS_ALLOWLIST: z
    .string()
    .default('')
    .transform((text) => new Set(text.split(',').flatMap((part) => part.trim().toLowerCase() || [])))
    .describe('Account numbers or logins, comma-separated, for the policy allowlist.'),
  SBOM_WITHOUT_KEY: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether POST /sbom, and so almanac scan --closure, needs no key. For a service of your own.'),
  ACCESS_CLIENT_ID: z.string().optional().describe('The OAuth client of this deployment, shown by GET /version.'),
  ACCESS_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('Secret of the OAuth client: tokens of other clients are then refused.'),
  ACCESS_URL: Url.default('https://github.com').describe('The identity provider.'),
  ACCESS_API_URL: Url.default('https://api.github.com').describe('API of the identity provider.'),
  WEBHOOK_HOSTS: z
    .string()
    .default('')
    .transform(hostNames)
    .describe('Private or non-TLS hosts, comma-separated, that webhooks may reach.'),
  WEBHOOK_CONCURRENCY: Integer(0, 1_000).default(32).describe('Concurrent webhook deliveries of a worker; 0: none.'),
  WEBHOOK_BATCH: Integer(1, 500).default(100).describe('Maximum changes in a delivery.'),
  WEBHOOK_TIMEOUT_MS: Integer(1_000, 30_000).default(10_000).describe('Time limit for a receiver.'),
  WEBHOOK_GIVE_UP_HOURS: Integer(1, 720).default(72).describe('Hours of failure before a webhook is switched off.'),
  STAGING_REBUILDS: Integer(1, 10_000_000).default(500).describe('Rebuilds from which on a change goes to staging.'),
  CANARIES: z
    .string()
    .default('')
    .transform(canaries)
    .describe('Well-known records by source as JSON, replacing the built-in ones; {} for none.'),
  SNAPSHOT_FOLDER: z
    .string()
    .optional()
    .describe(
      'Folder for signed snapshots. The worker needs SNAPSHOT_KEY to publish; the API, to serve it under /snapshot/, only SNAPSHOT_VERIFIER.',
    ),
  SNAPSHOT_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]{1,100}){0,8}$/, 'is no bucket, or bucket/prefix')
    .optional()
    .describe('A bucket instead of a folder, optionally with /prefix.'),
  SNAPSHOT_S3_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'S3-compatible service of the bucket; Amazon S3 when unset. AWS_REGION, AWS_ACCESS_KEY_ID and others are read as usual.',
    ),
  SNAPSHOT_KEY: z
    .string()
    .refine((text) => openSigner(text) !== null, 'is no key that almanac-server snapshot key prints')
    .optional()
    .describe('Secret signing key, from almanac-server snapshot key.'),
  SNAPSHOT_PREVIOUS_KEY: z
    .string()
    .refine((text) => openSigner(text) !== null, 'is no key that almanac-server snapshot key prints')
    .optional()
    .describe('The key that SNAPSHOT_KEY replaces: while both are set, both sign, and readers follow.'),
  SNAPSHOT_MINUTES: Integer(1, 1_440).default(15).describe('Minutes between snapshots.'),
  SNAPSHOT_HOURS: Integer(1, 8_760)
    .default(48)
    .describe('Hours for which a snapshot is valid; its files are kept as long.'),
  SNAPSHOT_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => !url.startsWith('http:') || isLoopback(new URL(url).hostname),
      'is without TLS, and not of this machine',
    )
    .transform((url) => url.replace(/\/$/, ''))
    .optional()
    .describe(
      'Where readers find the folder or bucket. The worker then also publishes the status of nixpkgs: OSV, VEX and CSAF.',
    ),
  SNAPSHOT_VERIFIER: z
    .string()
    .refine(isVerifierKey, 'is no key that almanac-server snapshot key prints for readers')
    .optional()
    .describe('Reader key of SNAPSHOT_URL, for an API without SNAPSHOT_KEY; the scan page needs both.'),
  SNAPSHOT_EVIDENCE_HOURS: Integer(0, 8_760)
    .default(24)
    .describe('Hours between publications of evidence for mirrors; 0: none.'),
  MIRROR_OF: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#@]/.test(url), 'has a query, a fragment or credentials')
    .transform((url) => url.replace(/\/$/, ''))
    .optional()
    .describe('Snapshot address of another instance, for almanac-server mirror.'),
  MIRROR_KEY: z
    .string()
    .refine(isVerifierKey, 'is no key that almanac-server snapshot key prints for readers')
    .optional()
    .describe('Reader key of that instance.'),
  ...sourceSettings,
});

export const Environment = Variables.refine(
  ({ REDIS_SENTINELS, REDIS_CLUSTER_NODES }) => REDIS_SENTINELS.length === 0 || REDIS_CLUSTER_NODES.length === 0,
  { path: ['REDIS_CLUSTER_NODES'], message: 'cannot be set together with REDIS_SENTINELS' },
)
  .refine(
    ({ SNAPSHOT_FOLDER, SNAPSHOT_BUCKET, SNAPSHOT_KEY, SNAPSHOT_VERIFIER }) =>
      (SNAPSHOT_FOLDER ?? SNAPSHOT_BUCKET) === undefined || (SNAPSHOT_KEY ?? SNAPSHOT_VERIFIER) !== undefined,
    { path: ['SNAPSHOT_KEY'], message: 'is needed with SNAPSHOT_FOLDER and SNAPSHOT_BUCKET' },
  )
  .refine(({ MIRROR_OF, MIRROR_KEY }) => MIRROR_OF === undefined || MIRROR_KEY !== undefined, {
    path: ['MIRROR_KEY'],
    message: 'is needed with MIRROR_OF',
  })
  .refine(
    ({ SNAPSHOT_VERIFIER, SNAPSHOT_KEY }) =>
      SNAPSHOT_VERIFIER === undefined ||
      SNAPSHOT_KEY === undefined ||
      openSigner(SNAPSHOT_KEY)?.verifierKey === SNAPSHOT_VERIFIER,
    { path: ['SNAPSHOT_VERIFIER'], message: 'is not of SNAPSHOT_KEY' },
  )
  .refine(
    ({ SNAPSHOT_PREVIOUS_KEY, SNAPSHOT_KEY }) =>
      SNAPSHOT_PREVIOUS_KEY === undefined ||
      (SNAPSHOT_KEY !== undefined && openSigner(SNAPSHOT_KEY, SNAPSHOT_PREVIOUS_KEY) !== null),
    { path: ['SNAPSHOT_PREVIOUS_KEY'], message: 'is not of the log of SNAPSHOT_KEY' },
  )
  .refine(({ SNAPSHOT_URL, BASE_URL }) => SNAPSHOT_URL === undefined || BASE_URL !== undefined, {
    path: ['BASE_URL'],
    message: 'is needed with SNAPSHOT_URL: what is published links to it',
  })
  .refine(({ SNAPSHOT_FOLDER, SNAPSHOT_BUCKET }) => SNAPSHOT_FOLDER === undefined || SNAPSHOT_BUCKET === undefined, {
    path: ['SNAPSHOT_BUCKET'],
    message: 'cannot be set together with SNAPSHOT_FOLDER',
  });
export type Environment = z.output<typeof Environment>;

/** Reads the environment, and the files that it names, or ends the process with every mistake named. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const { values, mistakes } = readSettings(variables, Object.keys(Environment.shape));
  const result = Environment.safeParse(values);
  if (result.success && mistakes.length === 0) return result.data;
  const issues = result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const lines = [...mistakes, ...issues].map((line) => `  ${line}`);
  console.error(`The environment is not usable:\n${lines.join('\n')}\nSee docs/env.md.`);
  return process.exit(78); // EX_CONFIG
}

/** The model that writes assessments, where one is set. */
export function chatModelOf(environment: Environment): ChatModel | null {
  const { ASSESSMENT_URL: url, ASSESSMENT_MODEL: model, ASSESSMENT_KEY: key } = environment;
  return url === undefined || model === undefined ? null : openChatModel({ url: url.replace(/\/$/, ''), model, key });
}

/** The selection that the data is; null where it is not one. */
export function dataSelection({ DATA_NOTICE, WHOLE_PACKAGES }: Environment): DataSelection | null {
  return DATA_NOTICE === undefined ? null : openSelection(DATA_NOTICE, WHOLE_PACKAGES);
}

/** The folders that the worker writes to, by what it writes there. */
export function writtenFolders({ SNAPSHOT_FOLDER: snapshots }: Environment): ReadonlyMap<string, string> {
  return new Map([['scratch', tmpdir()], ...(snapshots === undefined ? [] : [['snapshots', snapshots] as const])]);
}

/** The proxy of the worker, where one is set. */
export function proxyOf({ HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: except }: Environment): Proxy | undefined {
  if (https === undefined && http === undefined) return undefined;
  return { https: https ?? '', http: http ?? '', except };
}

/** Formats the user agent, by which upstreams know who asks them and where to turn. */
export function formatUserAgent(
  version: string,
  { CONTACT_URL, SITE_URL }: Pick<Environment, 'CONTACT_URL' | 'SITE_URL'>,
): string {
  const contact = CONTACT_URL ?? SITE_URL;
  return `Almanac/${version} (vulnerability information service${contact === undefined ? '' : `; +${contact}`})`;
}

/** What posts to webhooks. */
export function receiversOf(environment: Environment, version: string): Receivers {
  return openReceivers({
    hosts: environment.WEBHOOK_HOSTS,
    userAgent: `Almanac/${version} (webhooks)`,
    proxy: proxyOf(environment),
  });
}

/** Where each source is read from. */
export function sourceAddresses(environment: Environment): SourceAddresses {
  const addresses = SOURCE_IDS.map((id) => [id, SOURCES[id].address(environment)]);
  return Object.fromEntries(addresses) as SourceAddresses;
}

/** The same of those that `SOURCES` chooses. */
export function chosenAddresses(environment: Environment): Partial<SourceAddresses> {
  const chosen = Object.entries(sourceAddresses(environment)).filter(([id]) => environment.SOURCES.has(id as SourceId));
  return Object.fromEntries(chosen);
}

/** Finds the chosen sources that lack a setting, and says why they are not read, or in part only. */
export function findLackingSources(environment: Environment): { readonly id: SourceId; readonly reason: string }[] {
  return Object.entries(chosenAddresses(environment)).flatMap(([name, address]) => {
    const id = name as SourceId;
    const { notReadBecause, readInPartBecause }: SourceFacts = SOURCES[id];
    const reason = address === undefined ? notReadBecause : readInPartBecause?.(address as never);
    return reason ? [{ id, reason }] : [];
  });
}

export function httpSettings(environment: Environment): HttpSettings {
  return {
    trustedProxies: environment.TRUSTED_PROXIES,
    rates: environment.RATE_LIMITS,
    limitAcrossProcesses: true,
    cacheBytes: environment.CACHE_MB << 20,
    redisPrefix: environment.REDIS_PREFIX,
    deadlineMs: environment.DEADLINE_MS,
    maxComputing: environment.MAX_COMPUTING,
    bodyLimit: environment.BODY_LIMIT,
    memoryBudget: environment.MEMORY_BUDGET_MB << 20,
    maxDocuments: 3 * environment.SBOM_PROCESSES,
    maxFollowing: environment.MAX_FOLLOWING,
    callerBudgets: environment.CALLER_BUDGETS,
    timeouts: { headersMs: 10_000, requestMs: 15_000, connectionMs: 30_000 },
  };
}

function chosenSources(text: string, context: z.RefinementCtx): ReadonlySet<SourceId> {
  const given = text.split(',').flatMap((part) => part.trim() || []);
  const read = given.map((part) => SourceId.safeParse(part));
  for (const [index, { success }] of read.entries()) {
    if (!success) {
      context.addIssue({ code: 'custom', message: `'${given[index]}' is not a source: ${SOURCE_IDS.join(', ')}` });
    }
  }
  return new Set(given.length === 0 ? SOURCE_IDS : read.flatMap(({ data }) => data ?? []));
}

/** As RFC 9116 section 2.5.3 has them; each becomes a line of a text, so that none may hold a space or a line break. */
function contacts(text: string, context: z.RefinementCtx): string[] {
  const given = text.split(',').map((part) => part.trim());
  for (const part of given.filter((contact) => contact !== '' && !/^(?:mailto:|tel:|https:\/\/)\S+$/.test(contact))) {
    context.addIssue({
      code: 'custom',
      message: `'${part}' is not a contact such as mailto:security@host or https://host/report`,
    });
  }
  return given.filter((part) => part !== '');
}

function packageUrls(text: string, context: z.RefinementCtx): string[] {
  const given = text.split(',').flatMap((part) => part.trim() || []);
  for (const part of given.filter((purl) => parsePurl(purl) === null)) {
    context.addIssue({ code: 'custom', message: `'${part}' is not a package URL such as pkg:npm/lodash` });
  }
  return given;
}

function hostNames(text: string, context: z.RefinementCtx): ReadonlySet<string> {
  const given = text.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  for (const part of given.filter((host) => !/^[a-z0-9.:-]{1,253}$/.test(host))) {
    context.addIssue({ code: 'custom', message: `'${part}' is not a host such as hooks.internal or 10.0.0.7` });
  }
  return new Set(given);
}

function redisNodes(text: string, context: z.RefinementCtx): RedisNode[] {
  return text.split(',').flatMap((part) => {
    const [, host, port] = /^([^\s:]{1,255}):(\d{1,5})$/.exec(part.trim()) ?? [];
    if (host !== undefined) return [{ host, port: Number(port) }];
    if (part.trim() !== '') context.addIssue({ code: 'custom', message: `'${part}' is not host:port` });
    return [];
  });
}

/** As the W3C writes baggage: names and encoded values. */
function headers(text: string, context: z.RefinementCtx): Record<string, string> {
  const pairs = text.split(',').flatMap((part) => {
    if (part.trim() === '') return [];
    const [, name, value] = /^\s*([\w-]{1,100})=(\S{0,4000})\s*$/.exec(part) ?? [];
    const decoded = value === undefined ? null : decodedOrNull(value);
    if (name !== undefined && decoded !== null) return [[name, decoded] as const];
    context.addIssue({ code: 'custom', message: 'it is not name=value, with spaces and commas as %20 and %2C' });
    return [];
  });
  return Object.fromEntries(pairs);
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function addresses(text: string, context: z.RefinementCtx): string[] {
  const given = text.split(',').map((part) => part.trim());
  for (const part of given.filter((address) => address !== '' && !isAddress(address))) {
    context.addIssue({ code: 'custom', message: `'${part}' is not an address such as 10.0.0.0/8 or 192.0.2.7` });
  }
  return given.filter((part) => part !== '');
}

function isAddress(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function canaries(text: string, context: z.RefinementCtx): Canaries {
  if (text === '') return USUAL_CANARIES;
  try {
    return Canaries.parse(JSON.parse(text));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : 'it is no JSON';
    context.addIssue({ code: 'custom', message: `expected {"kev":[{"key":"CVE-2021-44228","says":[]}]}: ${message}` });
    return z.NEVER;
  }
}

/** `name=8/16`: without and with a key. */
function callerBudgets(text: string, context: z.RefinementCtx): CallerBudgetLimits {
  const chosen: Record<CallerBudget, CallerBudgetLimits[CallerBudget]> = { ...CALLER_BUDGETS };
  for (const part of text.split(',').filter((given) => given.trim() !== '')) {
    const [, name = '', withoutKey, withKey] = /^\s*(\w+)\s*=\s*(\d{1,9})\s*\/\s*(\d{1,9})\s*$/.exec(part) ?? [];
    if (!(name in CALLER_BUDGETS) || Number(withoutKey) < 1 || Number(withKey) < 1) {
      context.addIssue({
        code: 'custom',
        message: `'${part}' is not budget=number/number with a budget of ${Object.keys(CALLER_BUDGETS).join(', ')}`,
      });
    } else {
      chosen[name as CallerBudget] = { withoutKey: Number(withoutKey), withKey: Number(withKey) };
    }
  }
  return chosen;
}

function rates(text: string, context: z.RefinementCtx): Record<RateClass, number> {
  const chosen: Record<RateClass, number> = { ...RATES };
  for (const part of text.split(',').filter((given) => given.trim() !== '')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim());
    const number = Number(value);
    if (!(name in RATES) || !Number.isInteger(number) || number < 1) {
      context.addIssue({
        code: 'custom',
        message: `'${part}' is not class=number with a class of ${Object.keys(RATES).join(', ')}`,
      });
    } else {
      chosen[name as RateClass] = number;
    }
  }
  return chosen;
}
