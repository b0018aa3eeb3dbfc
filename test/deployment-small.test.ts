import { describe, expect, it } from 'vitest';
import { Environment } from '../packages/server/src/bin/environment.ts';
import { readYaml } from './deployment-files.ts';
import { rendered } from './kustomize.ts';

interface Service {
  readonly mem_limit?: string;
  readonly environment?: Readonly<Record<string, unknown>>;
}

const services = (file: string) =>
  (readYaml(file) as { readonly services: Readonly<Record<string, Service>> }).services;

describe('compose.small.yaml', () => {
  const small = services('compose.small.yaml');

  it('limits every service, and all that run at the same time fit 4 GB with room for the system', () => {
    // `migrate` has ended before api and worker begin.
    const { migrate, ...running } = small;
    const sum = Object.values(running).reduce((total, { mem_limit }) => total + megabytes(mem_limit), 0);

    expect(Object.keys(small).toSorted()).toEqual(Object.keys(services('compose.yaml')).toSorted());
    expect(megabytes(migrate?.mem_limit)).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(4_096 - 300);
  });

  it('sets what the service reads, and leaves the api what it needs', () => {
    const given = Object.values(small).map(({ environment = {} }) => environment);
    const { CACHE_MB, SBOM_PROCESSES } = Environment.parse(small['api']?.environment);

    expect(given.flatMap(Object.keys).filter((name) => !(name in Environment.shape))).toEqual([]);
    // docs/operations.md#sizing: 0.25 GB, the cache, the graph, and 1 GiB for each process.
    expect(megabytes(small['api']?.mem_limit)).toBeGreaterThanOrEqual(256 + CACHE_MB + 35 + 1_024 * SBOM_PROCESSES);
  });
});

it('deploy/kubernetes/overlays/small leaves the api what it needs, too', () => {
  const objects = rendered('deploy/kubernetes/overlays/small');
  const settings = objects.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'almanac-settings',
  )?.data;
  const { CACHE_MB, SBOM_PROCESSES } = Environment.parse(
    Object.fromEntries(Object.entries(settings ?? {}).filter(([name]) => name in Environment.shape)),
  );
  const limits = [...JSON.stringify(objects).matchAll(/"limits":\{"memory":"(\w+)i"/g)];

  const sizes = limits.map(([, size]) => megabytes(size?.toLowerCase()));
  expect(Math.max(...sizes)).toBeGreaterThanOrEqual(256 + CACHE_MB + 35 + 1_024 * SBOM_PROCESSES);
});

function megabytes(size = ''): number {
  const [, number, unit] = /^(\d+)([mg])$/.exec(size) ?? [];
  return Number(number ?? Number.NaN) * (unit === 'g' ? 1_024 : 1);
}
