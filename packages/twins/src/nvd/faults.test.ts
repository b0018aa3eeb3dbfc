import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { BREAKAGES } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { NVD_PATH, nvd } from './nvd.ts';

const start = () => startTwin(nvd(smallWorld));

interface Page {
  readonly totalResults: number;
  readonly vulnerabilities: readonly { readonly cve: { readonly vulnStatus: string; readonly lastModified: string } }[];
}

describe('the NVD twin shows', () => {
  showsTransportFaults(start, NVD_PATH);

  it('half a feed, and an empty one, with totals that agree', async () => {
    await using twin = await start();
    const whole = await read(twin);

    twin.faults.set({ kind: 'half_feed' });
    const half = await read(twin);
    twin.faults.set({ kind: 'empty_feed' });

    expect(half.totalResults).toBe(Math.ceil(whole.totalResults / 2));
    expect(half.vulnerabilities).toHaveLength(half.totalResults);
    expect(await read(twin)).toMatchObject({ totalResults: 0, vulnerabilities: [] });
  });

  it('a mass withdrawal, found by the window of today', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    const page = await read(twin, '?lastModStartDate=2026-09-15T09:30:00Z&lastModEndDate=2026-09-15T09:30:00Z');

    expect(page.totalResults).toBeGreaterThan(10);
    expect(page.vulnerabilities.every(({ cve }) => cve.vulnStatus === 'Rejected')).toBe(true);
  });

  it('new fields everywhere', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'schema_addition' });

    expect((await read(twin)).vulnerabilities[0]).toMatchObject({ novelField: {}, cve: { novelField: {} } });
  });

  it('dates of the future', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'future_dates', ms: 86_400_000 });

    const page = await read(twin, '?cveId=CVE-2026-98001');

    expect(page.vulnerabilities[0]?.cve.lastModified).toBe('2026-09-14T10:00:00.000');
  });

  it.each(BREAKAGES)('one record broken: %s', async (way) => {
    await using twin = await start();
    const good = await (await fetch(twin.url + NVD_PATH)).text();
    twin.faults.set({ kind: 'malformed_record', way, record: 'CVE-2025-91002' });

    const spoilt = await (await fetch(twin.url + NVD_PATH)).text();

    expect(spoilt.slice(0, 200)).toBe(good.slice(0, 200));
    expect(spoilt).not.toBe(good);
    expect(spoilt).toContain('"id":"CVE-2026-98001"');
  });
});

async function read(twin: Twin, query = ''): Promise<Page> {
  return (await fetch(twin.url + NVD_PATH + query)).json() as Promise<Page>;
}
