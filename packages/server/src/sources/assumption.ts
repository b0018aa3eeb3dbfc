import { BrokenAnswer, ForbiddenOrigin } from '../platform/http-client.ts';
import { ForbiddenAnswer } from '../platform/http-client-body.ts';
import type { HttpExchange, HttpNotice } from '../platform/http-client-request.ts';
import type { Canary } from './canaries.ts';
import { judgeCanary } from './judge-canary.ts';
import { materialise, SECOND_RECORD, type Source, type SourceDeps, UnexpectedUpstream } from './source.ts';

/** Something that a reader relies on and that only the upstream itself can confirm. */
export interface Assumption {
  /** Unique within its source. */
  readonly id: string;
  readonly sentence: string;
  readonly evidence: PublicEvidence;
  readonly check: Check;
}

/** A public page that documents it, and the day it was published or read. */
export interface PublicEvidence {
  readonly url: string;
  readonly date: string;
}

export interface Finding {
  readonly outcome: 'ok' | 'differs' | 'cannot_tell';
  readonly seen: string;
}

export type Check = (probe: Probe) => Promise<Finding>;

export type AssumptionsAt<Address> = (address: Address) => readonly Assumption[];

export interface Probe {
  readonly source: Source<unknown>;
  readonly deps: SourceDeps;
  readonly signal: AbortSignal;
  readonly canaries: readonly Canary[];
  /** Every request to this source so far, including redirects. */
  readonly exchanges: readonly Exchange[];
  readonly notices: readonly HttpNotice[];
}

export interface Exchange extends Omit<HttpExchange, 'answer'> {
  /** When the response came, by our clock. */
  readonly at: Date;
  readonly status: number;
  /** Keys are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Size of the unpacked body. */
  readonly size: number;
  readonly sha256: string;
  readonly head: Uint8Array;
}

/** Thrown if the upstream was not asked, so the check has no result. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

export type UpstreamRead<T> = (probe: Probe) => Promise<T>;

/** Caches a read for several checks of one probe. */
export function shared<T>(read: UpstreamRead<T>): UpstreamRead<T> {
  const reads = new WeakMap<Probe, Promise<T>>();
  return (probe) => {
    const result = reads.get(probe) ?? read(probe);
    reads.set(probe, result);
    return result;
  };
}

/**
 * Checks that a read succeeds and that `judge` accepts its result. `withRedirects`: another assumption covers redirects
 * and reports forbidden hosts.
 */
export function succeeds<T>(
  read: UpstreamRead<T>,
  judge: (value: T, probe: Probe) => Finding | string,
  { withRedirects = false } = {},
): Check {
  return async (probe) => {
    try {
      const finding = judge(await read(probe), probe);
      return typeof finding === 'string' ? ok(finding) : finding;
    } catch (error) {
      const isRedirect = withRedirects && error instanceof ForbiddenOrigin;
      const outcome = !isRedirect && isConclusive(error, probe) ? 'differs' : 'cannot_tell';
      return { outcome, seen: describeFailure(error) };
    }
  };
}

/** Checks the result of a read that another assumption covers. If the read failed, this check has no result. */
export function after<T>(read: UpstreamRead<T>, check: (value: T, probe: Probe) => Finding | Promise<Finding>): Check {
  return async (probe) => {
    const result = await read(probe).then(
      (value) => ({ value }),
      () => null,
    );
    return result === null ? { outcome: 'cannot_tell', seen: 'nothing could be read' } : check(result.value, probe);
  };
}

export interface ChannelReading {
  readonly records: number;
  readonly unreadable: readonly string[];
  readonly values: ReadonlyMap<string, unknown>;
}

export function readBulk(other?: Source<unknown>): UpstreamRead<ChannelReading> {
  return async ({ source, deps, signal, canaries }) => {
    const items = (other ?? source).channels.bulk?.read(deps, null, signal) ?? [];
    return readItems(items as AsyncIterable<object>, canaries);
  };
}

export async function readItems(
  items: AsyncIterable<object> | Iterable<object>,
  canaries: readonly Canary[],
): Promise<ChannelReading> {
  const keys = new Set(canaries.map(({ key }) => key));
  const values = new Map<string, unknown>();
  const unreadable: string[] = [];
  let records = 0;
  for await (const one of items) {
    const item = materialise(one);
    // A repeated key does not mean that the format has changed.
    if ('unreadable' in item && item.unreadable !== SECOND_RECORD) unreadable.push(item.unreadable);
    if (!('parsed' in item) && !('value' in item)) continue;
    records += 1;
    const { key, value } = item as { readonly key: string; readonly value: unknown };
    if (keys.has(key)) values.set(key, value);
  }
  return { records, unreadable, values };
}

/** A few records are always odd. More than one in a hundred means that the format has changed. */
const MAX_UNREADABLE_SHARE = 0.01;

export function judgeReading(reading: ChannelReading): Finding {
  return reading.records === 0 && reading.unreadable.length === 0 ? differs('no records') : judgeForm(reading);
}

/** Also accepts a reading without records, such as an hour without changes. */
export function judgeForm({ records, unreadable }: ChannelReading): Finding {
  const seen = `${records} records, ${unreadable.length} unreadable`;
  if (unreadable.length <= records * MAX_UNREADABLE_SHARE) return ok(seen);
  return differs(`${seen}: ${unreadable[0]?.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
}

export interface ListingPage {
  readonly reading: ChannelReading;
  /** In page order. */
  readonly dates: readonly Date[];
  readonly since: Date;
}

/** Checks the page's form, that it starts with the oldest change, and that no change is older than requested. */
export function judgePage({ reading, dates, since }: ListingPage): Finding {
  const form = judgeReading(reading);
  const early = dates.find((date) => date < since);
  if (form.outcome !== 'ok') return form;
  if (dates.some((date, index) => date < (dates[index - 1] ?? date))) return differs('not in order of change');
  return early === undefined ? form : differs(`${early.toISOString()} among changes since ${since.toISOString()}`);
}

export function saysCanaries(read: UpstreamRead<Pick<ChannelReading, 'values'>>): Check {
  return after(read, ({ values }, { canaries }) => judgeCanaries(canaries, values));
}

export function judgeCanaries(canaries: readonly Canary[], values: ReadonlyMap<string, unknown>): Finding {
  if (canaries.length === 0) return { outcome: 'cannot_tell', seen: 'no well-known record is set' };
  const findings = canaries.map((canary) => judgeCanary(canary, values.get(canary.key) ?? null));
  const broken = findings.find(({ outcome }) => outcome !== 'ok');
  if (broken === undefined) return ok(`${findings.map(({ key }) => key).join(', ')} as expected`);
  return differs(`${broken.key} ${broken.outcome === 'missing' ? 'is missing' : `has changed: ${broken.detail}`}`);
}

/** Checks that a single record can be fetched and has the expected content. Defaults to the first canary. */
export function fetchesRecord(canary?: Canary): Check {
  return async (probe) => {
    const wanted = canary ?? probe.canaries[0];
    if (wanted === undefined) return { outcome: 'cannot_tell', seen: 'no well-known record is set' };
    return succeeds(fetchRecord(wanted.key), (fetched) => {
      if (typeof fetched !== 'object') return differs(`${wanted.key} is missing`);
      const records = 'records' in fetched ? fetched.records : [fetched];
      const unreadable = records.find((record) => 'unreadable' in record);
      if (unreadable !== undefined) return differs(`${wanted.key} cannot be read: ${unreadable.unreadable}`);
      const [record] = records;
      const value = record !== undefined && 'value' in record ? record.value : null;
      return judgeCanaries([wanted], new Map([[wanted.key, value]]));
    })(probe);
  };
}

/** Checks that the upstream reports an unknown record in the form we expect. */
export function deniesRecord(key: string): Check {
  return succeeds(fetchRecord(key), (fetched, { exchanges }) => {
    const statuses = exchanges.slice(-2).filter(({ url }) => url.endsWith(key));
    const seen = `${key}: ${statuses.map(({ status }) => status).join(' and ') || 'no record'}`;
    return fetched === 'absent' ? ok(seen) : differs(`${key} has a record or a state`);
  });
}

function fetchRecord(key: string): UpstreamRead<Awaited<ReturnType<NonNullable<Source<unknown>['fetchOne']>>>> {
  return async ({ source, deps, signal }) => {
    if (source.fetchOne === undefined) throw new Error(`${source.id} has no single records`);
    return source.fetchOne(deps, key, signal);
  };
}

/** Checks for 304 on a conditional request with the tag of an earlier response. */
export function answersUnchanged(url: string): Check {
  const { href } = new URL(url);
  return async (probe) => {
    const before = probe.exchanges.findLast((one) => one.url === href && one.status === 200);
    if (before === undefined) return { outcome: 'cannot_tell', seen: 'nothing could be read' };
    const etag = before.headers.get('etag');
    if (etag === undefined) return differs('the answer has no ETag');
    const askAgain: UpstreamRead<number> = async ({ deps: { http }, signal }) => {
      const { status } = await http.get(url, { signal, etag, maxBytes: before.limits.maxBytes });
      return status;
    };
    return succeeds(askAgain, (status) => (status === 304 ? ok('304') : differs(`${status} in place of 304`)))(probe);
  };
}

export function redirectsTo(read: UpstreamRead<unknown>, from: string, to: readonly string[]): Check {
  const hosts = new Set(to.map((url) => new URL(url).host));
  return async (probe) => {
    const error: unknown = await read(probe).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error instanceof ForbiddenOrigin) return differs(describeFailure(error));
    if (error !== null) return { outcome: 'cannot_tell', seen: 'nothing could be read' };
    const redirects = probe.exchanges.filter(({ url, headers }) => url.startsWith(from) && headers.has('location'));
    const targets = redirects.map(({ url, headers }) => new URL(headers.get('location') ?? '', url).host);
    if (targets.length === 0) return differs('no redirect');
    return targets.every((host) => hosts.has(host)) ? ok(`to ${targets[0]}`) : differs(`to ${targets.join(', ')}`);
  };
}

/** A response this close to one of our limits will exceed it some day. */
const MAX_LIMIT_SHARE = 0.5;

export const staysWithinLimits: Check = async ({ exchanges }) => {
  if (exchanges.length === 0) return { outcome: 'cannot_tell', seen: 'nothing was asked' };
  const sizes = exchanges.map(({ size, limits }) => ({ bytes: size, limit: limits.maxBytes }));
  const waits = exchanges.map(({ waitedMs, limits }) => ({ ms: waitedMs, limit: limits.headersMs }));
  const largest = sizes.reduce((a, b) => (b.bytes / b.limit > a.bytes / a.limit ? b : a));
  const slowest = waits.reduce((a, b) => (b.ms / b.limit > a.ms / a.limit ? b : a));
  const seen = `largest ${formatBytes(largest.bytes)} of ${formatBytes(largest.limit)}, slowest ${formatSeconds(slowest.ms)} of ${formatSeconds(slowest.limit)}`;
  const share = Math.max(largest.bytes / largest.limit, slowest.ms / slowest.limit);
  return share > MAX_LIMIT_SHARE ? differs(seen) : ok(seen);
};

const MAX_CLOCK_SKEW_MS = 5 * 60_000;

export function agreesOnTime(apiUrl: string): Check {
  return async ({ exchanges }) => {
    const last = exchanges.findLast(({ url }) => url.startsWith(apiUrl));
    const theirs = Date.parse(last?.headers.get('date') ?? '');
    if (last === undefined || Number.isNaN(theirs)) return { outcome: 'cannot_tell', seen: 'no answer with a Date' };
    const aheadMs = theirs - last.at.getTime();
    const seen = `${formatSeconds(Math.abs(aheadMs))} ${aheadMs < 0 ? 'behind' : 'ahead of'} our clock`;
    return Math.abs(aheadMs) > MAX_CLOCK_SKEW_MS ? differs(seen) : ok(seen);
  };
}

export const acceptsToken: Check = async ({ exchanges, notices }) => {
  const refused = notices.find(({ code }) => code === 'TOKEN_REFUSED');
  if (refused !== undefined) return differs(refused.detail);
  return exchanges.some(({ withToken, status }) => withToken && status === 200)
    ? ok('200')
    : { outcome: 'cannot_tell', seen: 'no good answer' };
};

export function hasGithubBudget(apiUrl: string, budgets: { readonly anonymous: number; readonly authorised: number }) {
  return async ({ exchanges, notices }: Probe): Promise<Finding> => {
    const refused = notices.find(({ code }) => code === 'TOKEN_REFUSED');
    if (refused !== undefined) return differs(refused.detail);
    const last = exchanges.findLast(({ url }) => url.startsWith(apiUrl));
    const limit = Number(last?.headers.get('x-ratelimit-limit') ?? Number.NaN);
    if (last === undefined || Number.isNaN(limit)) return { outcome: 'cannot_tell', seen: 'no answer states a budget' };
    const seen = `${limit} requests an hour ${last.withToken ? 'with' : 'without'} a token`;
    return limit < (last.withToken ? budgets.authorised : budgets.anonymous) ? differs(seen) : ok(seen);
  };
}

export function ok(seen: string): Finding {
  return { outcome: 'ok', seen };
}

export function differs(seen: string): Finding {
  return { outcome: 'differs', seen };
}

/** Reports whether a failed read says something about the assumption rather than today's health of the upstream. */
function isConclusive(error: unknown, { exchanges, signal }: Probe): boolean {
  if (signal.aborted || error instanceof NotAsked || error instanceof BrokenAnswer) return false;
  if (error instanceof ForbiddenOrigin || error instanceof ForbiddenAnswer) return true;
  if (error instanceof UnexpectedUpstream && error.isThrottle) return false;
  const status = exchanges.at(-1)?.status ?? 0;
  return status !== 0 && status !== 408 && status !== 429 && status < 500;
}

function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replaceAll(/\s+/g, ' ').slice(0, 300);
}

function formatBytes(bytes: number): string {
  if (bytes >= 2 ** 20) return `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} kB` : `${bytes} bytes`;
}

/** `1234` → `1.2 s` */
function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
