import type { SourceId } from '@almanac/contract';
import { type HttpClientOptions, openHttpClient, withOptions } from '../../platform/http-client.ts';
import type { HttpNotice } from '../../platform/http-client-request.ts';
import type { Assumption, Exchange, Finding } from '../../sources/assumption.ts';
import { SOURCE_ASSUMPTIONS } from '../../sources/assumptions.ts';
import type { Canaries } from '../../sources/canaries.ts';
import type { SourceAddresses } from '../../sources/catalogue.ts';
import { SOURCE_READERS } from '../../sources/index.ts';
import type { Reader } from '../../sources/reader.ts';
import type { Http, Source } from '../../sources/source.ts';
import { openCheckPace } from './check-pace.ts';
import { toExchange } from './exchanges.ts';

export interface CheckedAssumption extends Finding, Pick<Assumption, 'sentence' | 'evidence'> {
  readonly source: SourceId;
  readonly assumption: string;
}

export interface SourceCheck {
  readonly source: SourceId;
  readonly checkedAt: Date;
  readonly results: readonly CheckedAssumption[];
  readonly exchanges: readonly Exchange[];
}

export interface CheckDeps extends Pick<HttpClientOptions, 'userAgent' | 'proxy' | 'sleep'> {
  readonly canaries: Canaries;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Called before each source. */
  readonly onSource?: (source: SourceId) => void;
}

export interface CheckReport {
  readonly checks: readonly SourceCheck[];
  readonly requests: number;
}

/** Checks the assumptions about these sources, one after the other and without retries: the first answer counts. */
export async function checkSources(deps: CheckDeps, addresses: Partial<SourceAddresses>): Promise<CheckReport> {
  const opened = openSources(addresses);
  const upstreams = opened.flatMap(({ source }) => source.upstreams);
  const pace = openCheckPace(upstreams, deps);
  let exchanges: Exchange[] = [];
  const http = openHttpClient({
    ...deps,
    allow: upstreams,
    pace,
    tries: 1,
    onExchange: async (exchange) => void exchanges.push(await toExchange(exchange, deps.now())),
  });
  const checks: SourceCheck[] = [];
  try {
    for (const { source, assumptions } of opened) {
      deps.signal.throwIfAborted();
      deps.onSource?.(source.id);
      exchanges = [];
      checks.push(await checkSource({ ...deps, http, exchanges }, source, assumptions));
    }
  } finally {
    await http.close();
  }
  return { checks, requests: pace.count() };
}

export interface OpenedSource {
  readonly source: Source<unknown>;
  readonly assumptions: readonly Assumption[];
}

/** Opens those sources that have an address, with what is assumed of them there. */
export function openSources(addresses: Partial<SourceAddresses>): readonly OpenedSource[] {
  return (Object.entries(SOURCE_READERS) as [SourceId, Reader<unknown>][]).flatMap(([id, { open }]) => {
    const address = addresses[id];
    const list = SOURCE_ASSUMPTIONS[id] as (address: unknown) => readonly Assumption[];
    return address === undefined ? [] : [{ source: open(address), assumptions: list(address) }];
  });
}

export interface ProbeDeps extends Pick<CheckDeps, 'canaries' | 'now' | 'signal'> {
  readonly http: Http;
  /** `http` appends each exchange here. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Checks the assumptions about one source in their order: later ones may use what earlier ones read. All of them are asked as of one
 * instant, so that a recording can be asked the same again.
 */
export async function checkSource(
  { http, exchanges, canaries, now, signal }: ProbeDeps,
  source: Source<unknown>,
  assumptions: readonly Assumption[],
): Promise<SourceCheck> {
  const checkedAt = now();
  const notices: HttpNotice[] = [];
  const probe = {
    source,
    deps: {
      http: withOptions(http, { onNotice: (notice) => void notices.push(notice) }),
      held: async () => new Map<string, never>(),
      now: () => checkedAt,
      log: { info: () => {}, warn: () => {} },
    },
    signal,
    canaries: canaries[source.id] ?? [],
    exchanges,
    notices,
  };
  const results: CheckedAssumption[] = [];
  for (const { id, sentence, evidence, check } of assumptions) {
    results.push({ source: source.id, assumption: id, sentence, evidence, ...(await check(probe)) });
  }
  return { source: source.id, checkedAt, results, exchanges };
}
