import { Counter, Gauge, type Registry } from 'prom-client';
import { latencyMetrics } from './latency-metrics.ts';

/** What the HTTP shell measures of itself. */
export interface HttpMetrics {
  count(route: string, status: number, hit: boolean, milliseconds: number): void;
  mismatch(endpoint: string): void;
}

export interface Gauges {
  readonly cacheBytes: () => number;
  readonly computing: () => number;
  readonly largeComputing: () => number;
  readonly largeWaiting: () => number;
  readonly largeAnswers: () => number;
  readonly largeThreadEnds: () => number;
  readonly overdue: () => number;
  /** Requests that wait for changes, and streams of them. */
  readonly following: () => number;
  readonly memoryBytes: () => number;
  readonly redisAvailable: () => boolean;
  /** Callers with a counter in this minute. */
  readonly callers: () => number;
}

interface Tally {
  readonly labels: { route: string; status: string; cache: 'hit' | 'miss' };
  /** Of the API, or `site` for pages and what else is outside of it. */
  readonly area: string;
  requests: number;
  seconds: number;
}

/**
 * Requests are counted in plain numbers and handed to the registry when it is read:
 * a labelled metric costs more per call than the rest of a cached answer's bookkeeping.
 */
export function httpMetrics(registry: Registry, gauges: Gauges, areas: ReadonlyMap<string, string>): HttpMetrics {
  const tallies = new Map<string, Map<number, Tally>>();
  const observe = latencyMetrics(registry);
  const requests: Counter = new Counter({
    name: 'almanac_http_requests_total',
    help: 'Responses by route, status and cache result',
    labelNames: ['route', 'status', 'cache'],
    registers: [registry],
    collect: () => handOver(requests, ({ requests: count }) => count),
  });
  const seconds: Counter = new Counter({
    name: 'almanac_http_request_seconds_total',
    help: 'Total seconds from request to response',
    labelNames: ['route', 'status', 'cache'],
    registers: [registry],
    collect: () => handOver(seconds, (tally) => tally.seconds),
  });
  const mismatches = new Counter({
    name: 'almanac_http_schema_mismatches_total',
    help: 'Responses sent although they did not match their schema',
    labelNames: ['endpoint'],
    registers: [registry],
  });
  gauge(registry, 'almanac_http_cache_bytes', 'Bytes of cached responses in the process', gauges.cacheBytes);
  gauge(registry, 'almanac_http_computing', 'Responses being computed', gauges.computing);
  gauge(registry, 'almanac_http_large_computing', 'Large responses being computed', gauges.largeComputing);
  gauge(registry, 'almanac_http_large_waiting', 'Large responses waiting for a slot', gauges.largeWaiting);
  counter(
    registry,
    'almanac_http_large_answers_total',
    'Responses computed in the thread for large responses',
    gauges.largeAnswers,
  );
  counter(
    registry,
    'almanac_http_large_thread_ends_total',
    'Threads for large responses that ended early',
    gauges.largeThreadEnds,
  );
  gauge(registry, 'almanac_http_overdue', 'Computations that continue after a response was sent', gauges.overdue);
  gauge(registry, 'almanac_http_following', 'Requests waiting for changes, and change streams', gauges.following);
  gauge(
    registry,
    'almanac_http_memory_bytes',
    'Bytes of request bodies, of facts being judged and of large responses being sent',
    gauges.memoryBytes,
  );
  gauge(
    registry,
    'almanac_limiter_callers',
    'Callers counted by the rate limiter in the current minute',
    gauges.callers,
  );
  gauge(registry, 'almanac_redis_available', 'Whether Redis is available (1) or the circuit breaker is open (0)', () =>
    Number(gauges.redisAvailable()),
  );

  return {
    count(route, status, hit, milliseconds) {
      const tally = tallyOf(route, status, hit);
      tally.requests += 1;
      tally.seconds += milliseconds / 1_000;
      observe(tally.area, hit, milliseconds / 1_000);
    },
    mismatch(endpoint) {
      mismatches.inc({ endpoint });
    },
  };

  function tallyOf(route: string, status: number, hit: boolean): Tally {
    let byStatus = tallies.get(route);
    if (byStatus === undefined) tallies.set(route, (byStatus = new Map()));
    const slot = hit ? -status : status;
    let tally = byStatus.get(slot);
    if (tally === undefined) {
      const labels = { route, status: String(status), cache: hit ? 'hit' : 'miss' } as const;
      tally = { labels, area: areas.get(route) ?? 'site', requests: 0, seconds: 0 };
      byStatus.set(slot, tally);
    }
    return tally;
  }

  function handOver(metric: Counter, read: (tally: Tally) => number): void {
    metric.reset();
    for (const byStatus of tallies.values())
      for (const tally of byStatus.values()) metric.inc(tally.labels, read(tally));
  }
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const metric: Gauge = new Gauge({ name, help, registers: [registry], collect: () => metric.set(read()) });
}

function counter(registry: Registry, name: string, help: string, read: () => number): void {
  const metric: Counter = new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      metric.reset();
      metric.inc(read());
    },
  });
}
