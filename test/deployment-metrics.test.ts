import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readYaml } from './deployment-files.ts';
import { ROOT, readPage } from './docs-pages.ts';
import { readingsOf } from './promql.ts';

const { Registry, collectDefaultMetrics } = createRequire(path.join(ROOT, 'packages/server/package.json'))(
  'prom-client',
) as PromClient;

describe('deploy/grafana and deploy/prometheus', () => {
  const dashboard = JSON.parse(readPage('deploy/grafana/almanac.json')) as { readonly panels: readonly Panel[] };
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const { groups } = readYaml('deploy/prometheus/alerts.yaml') as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  const all = groups.flatMap((group) => group.rules);
  const rules = all.filter((rule): rule is Alarm => 'alert' in rule);
  const recorded = all.flatMap((rule) => ('record' in rule ? [rule.record] : []));
  const labelsOf = new Map([...measured(), ...recorded.map((name) => [name, []] as const)]);
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  if (!hasPromtool) console.log('Skipping the check of the rules by Prometheus: promtool is absent.');

  it.each([
    ['the dashboard', shown],
    ['the alarms', all.map(({ expr }) => expr)],
  ])('%s: every metric is there and has the labels it is asked by', (_name, expressions) => {
    const readings = expressions.flatMap(readingsOf);

    const unknown = readings.flatMap(({ metric, labels }) => {
      const known = labelsOf.get(metric) ?? labelsOf.get(metric.replace(HISTOGRAM_PARTS, ''));
      if (known === undefined) return [metric];
      return labels
        .filter((label) => !known.includes(label) && !SCRAPED.includes(label))
        .map((label) => `${metric} ${label}`);
    });

    expect(unknown).toEqual([]);
    expect(readings.length).toBeGreaterThanOrEqual(expressions.length);
  });

  it('the dashboard shows every metric of our own', () => {
    const named = new Set(
      shown.flatMap(readingsOf).flatMap(({ metric }) => [metric, metric.replace(HISTOGRAM_PARTS, '')]),
    );

    expect([...labelsOf.keys()].filter((metric) => metric.startsWith('almanac_') && !named.has(metric))).toEqual([]);
  });

  it('every alarm leads to a chapter that is there', () => {
    const headings = [...readPage('docs/operations.md').matchAll(/^## (.+)$/gm)].map(
      ([, heading = '']) =>
        `{{ $externalLabels.almanac_docs }}/operations.md#${heading.toLowerCase().replaceAll(' ', '-')}`,
    );

    expect(rules.filter(({ annotations }) => !headings.includes(annotations.runbook_url))).toEqual([]);
    expect(rules.length).toBeGreaterThan(5);
  });

  it.skipIf(!hasPromtool)('Prometheus itself reads the settings and the rules that they name', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'config', 'deploy/prometheus/scrape.yaml'], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 30_000,
    });

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('an expression is read as it is written', () => {
    const read = readingsOf(
      'sum by (source) (rate(a_total{state=~"x{y}", b!="z"}[5m])) / max(c offset 1d) > 0 or vector(0)',
    );

    expect(read).toEqual([
      { metric: 'a_total', labels: ['state', 'b', 'source'] },
      { metric: 'c', labels: ['source'] },
    ]);
  });
});

/** What is used of it here. It is the server's, and no dependency of the repository as a whole. */
interface PromClient {
  readonly Registry: new () => { getMetricsAsArray(): readonly { readonly name: string }[] };
  readonly collectDefaultMetrics: (options: { readonly register: object }) => void;
}

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

type Rule = Alarm | { readonly record: string; readonly expr: string };

interface Alarm {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook_url: string };
}

/** A histogram is read by its parts. */
const HISTOGRAM_PARTS = /_(?:bucket|sum|count)$/;

/** What Prometheus itself puts on every series. */
const SCRAPED = ['job', 'instance'];

/** Ours by the lists of docs/operations.md, which a test holds equal to the code; prom-client's by asking it. */
function measured(): Map<string, readonly string[]> {
  const rows = [...readPage('docs/operations.md').matchAll(/^- `(almanac_\w+)(?:\{([^}]*)\})?`/gm)];
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return new Map<string, readonly string[]>([
    ...rows.map(([, name = '', labels = '']): [string, string[]] => [name, labels.match(/\w+/g) ?? []]),
    ...registry.getMetricsAsArray().map(({ name }): [string, string[]] => [name, []]),
    ['up', []],
  ]);
}
