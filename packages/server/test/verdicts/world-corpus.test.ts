import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';

/** Well-known CVEs with a package of the collection that an issue has to name. */
const TRACKED = [
  ['CVE-2017-9239', 'exiv2'],
  ['CVE-2023-35945', 'envoy'],
  ['CVE-2023-35945', 'nghttp2'],
  ['CVE-2023-38545', 'curl'],
  ['CVE-2023-44487', 'envoy'],
  ['CVE-2023-44487', 'nghttp2'],
  ['CVE-2024-23897', 'jenkins'],
  ['CVE-2024-3094', 'xz'],
  ['CVE-2024-39698', 'electron'],
  ['CVE-2024-45679', 'assimp'],
  ['CVE-2024-45802', 'squid'],
  ['CVE-2024-46981', 'redis'],
  ['CVE-2024-47175', 'libppd'],
  ['CVE-2024-47176', 'cups-browsed'],
  ['CVE-2024-47850', 'cups-browsed'],
  ['CVE-2024-4778', 'firefox'],
  ['CVE-2024-6119', 'openssl'],
  ['CVE-2024-6387', 'openssh'],
] as const;

const CVES = [...new Set(TRACKED.map(([cve]) => cve))];

interface Issue {
  readonly cves: readonly string[];
  readonly packages: readonly string[];
  readonly state: string;
}

describe.skipIf(!hasCorpus)('a slice of the corpus', () => {
  let world: CorpusWorld;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves: CVES, aggregates: true });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('has every source in order', async () => {
    const { body } = await world.get('/api/v1/sources');

    const sources = body['data'].sources as { readonly id: string; readonly state: string }[];
    // Read only where a deployment has an evaluation.
    expect(sources.filter(({ state }) => state !== 'ok').map(({ id }) => id)).toEqual(['dependencies']);
  });

  it('has an issue for every well-known pair, and closed ones among the issues', async () => {
    const { body } = await world.get('/api/v1/issues?status=all');

    const issues = body['data'].issues as readonly Issue[];
    const lacking = TRACKED.filter(
      ([cve, name]) => !issues.some(({ cves, packages }) => cves.includes(cve) && packages.includes(name)),
    );
    expect(lacking).toEqual([]);
    expect(new Set(issues.map(({ state }) => state))).toEqual(new Set(['open', 'closed']));
  });

  it('answers about each CVE with its records', async () => {
    for (const cve of CVES.filter((id) => id !== 'CVE-2017-9239')) {
      const { status, body } = await world.get(`/api/v1/cve/${cve}`);

      expect([cve, status]).toEqual([cve, 200]);
      expect(body['data'].sources.cve_list_v5.cveMetadata.cveId).toBe(cve);
    }
  });

  it('has the packages that the records name, with the versions that the collection carries', async () => {
    const names = new Set(world.corpus.packages.map(({ attribute }) => attribute));
    const { body } = await world.get('/api/v1/vulns/openssl?version=3.3.1');

    expect(TRACKED.filter(([, name]) => !names.has(name))).toEqual([]);
    expect(names.size).toBeLessThan(1_000);
    expect(body['data'].matches.map(({ cve }: { cve: string }) => cve)).toContain('CVE-2024-6119');
  });

  it('has figures where they are asked for', async () => {
    expect((await world.get('/api/v1/severity-breakdown')).status).toBe(200);
  });
});
