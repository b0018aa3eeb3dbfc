import type { Histogram, Registry } from 'prom-client';

/** In seconds: a kept answer takes less than a millisecond, and no answer longer than DEADLINE_MS. */
const BOUNDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly labels: { readonly area: string; readonly cache: 'hit' | 'miss' };
  /** One more than there are bounds: what took longer than all of them. */
  readonly counts: number[];
  seconds: number;
}

export type ObserveLatency = (area: string, hit: boolean, seconds: number) => void;

/**
 * A histogram that is counted in plain numbers and handed over when the registry is read: prom-client's own hashes the labels on every
 * call, which would cost more than a kept answer does.
 */
export function latencyMetrics(registry: Registry): ObserveLatency {
  const series = new Map<string, Series>();
  const name = 'almanac_http_request_duration_seconds';
  const metric = {
    name,
    get: async () => ({
      name,
      help: 'Seconds from request to response, by area of the API',
      type: 'histogram',
      aggregator: 'sum',
      values: [...series.values()].flatMap((each) => samplesOf(name, each)),
    }),
    reset: () => series.clear(),
  };
  registry.registerMetric(metric as unknown as Histogram);
  return (area, hit, seconds) => {
    const key = hit ? area : `${area} miss`;
    let known = series.get(key);
    if (known === undefined) {
      const counts = Array<number>(BOUNDS.length + 1).fill(0);
      series.set(key, (known = { labels: { area, cache: hit ? 'hit' : 'miss' }, counts, seconds: 0 }));
    }
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket += 1;
    known.counts[bucket]! += 1;
    known.seconds += seconds;
  };
}

/** Buckets of Prometheus are cumulative. */
function samplesOf(name: string, { labels, counts, seconds }: Series): object[] {
  let sum = 0;
  const buckets = counts.map((count, index) => {
    sum += count;
    const le = BOUNDS[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: sum },
  ];
}
