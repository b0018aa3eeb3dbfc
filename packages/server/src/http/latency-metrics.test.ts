import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { latencyMetrics } from './latency-metrics.ts';

async function linesAfter(...seconds: readonly number[]): Promise<readonly string[]> {
  const registry = new Registry();
  const observe = latencyMetrics(registry);
  for (const each of seconds) observe('cve', false, each);
  const lines = (await registry.metrics()).split('\n');
  return lines.map((line) => line.replace('almanac_http_request_duration_seconds', ''));
}

it.each([
  [0, '0.001'],
  [0.001, '0.001'],
  [0.0011, '0.0025'],
  [0.2, '0.25'],
  [9.99, '10'],
  [11, '+Inf'],
])('%d s is counted from the bucket %s on, and in none before', async (seconds, first) => {
  const lines = await linesAfter(seconds);

  const counted = lines.flatMap((line) => /^_bucket\{.*le="([^"]+)"\} 1$/.exec(line)?.[1] ?? []);
  expect(counted[0]).toBe(first);
  expect(counted.at(-1)).toBe('+Inf');
});

it('sums up, by area and by whether the answer was kept', async () => {
  const registry = new Registry();
  const observe = latencyMetrics(registry);

  for (const hit of [true, false, false]) observe('cve', hit, 0.5);
  observe('meta', false, 2);

  const text = await registry.metrics();
  expect(text).toContain('# TYPE almanac_http_request_duration_seconds histogram');
  expect(text).toContain('_sum{area="cve",cache="miss"} 1\n');
  expect(text).toContain('_count{area="cve",cache="miss"} 2\n');
  expect(text).toContain('_count{area="cve",cache="hit"} 1\n');
  expect(text).toContain('_count{area="meta",cache="miss"} 1');
});
