import type { CvssMetric } from './metric-table.ts';
import { V2_METRICS } from './metrics-v2.ts';
import { V3_METRICS } from './metrics-v3.ts';
import { V4_METRICS } from './metrics-v4.ts';
import type { CvssVersion } from './rating.ts';

/** The metrics of a version in the order of its specification. */
export function getMetrics(version: CvssVersion): readonly CvssMetric[] {
  if (version === '2.0') return V2_METRICS;
  return version === '4.0' ? V4_METRICS : V3_METRICS;
}

/** The metrics of a version by their short name in capitals. */
export function metricsByKey(version: CvssVersion): ReadonlyMap<string, CvssMetric> {
  if (version === '2.0') return V2_BY_KEY;
  return version === '4.0' ? V4_BY_KEY : V3_BY_KEY;
}

const V2_BY_KEY = byKey(V2_METRICS);
const V3_BY_KEY = byKey(V3_METRICS);
const V4_BY_KEY = byKey(V4_METRICS);

function byKey(metrics: readonly CvssMetric[]): ReadonlyMap<string, CvssMetric> {
  return new Map(metrics.map((metric) => [metric.key.toUpperCase(), metric]));
}
