import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { BREAKAGES } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { ADVISORIES_PATH, advisory } from './advisory.ts';

const ALL = `${ADVISORIES_PATH}?per_page=100`;
const VICTIM = 'GHSA-2c4f-7hpq-9wxm';
const start = () => startTwin(advisory(smallWorld));

interface Listed {
  readonly ghsa_id: string;
  readonly updated_at: string;
  readonly withdrawn_at: string | null;
}

describe('the advisory twin shows', () => {
  showsTransportFaults(start, ADVISORIES_PATH);

  it('half a feed, and an empty one', async () => {
    await using twin = await start();
    const whole = await read(twin);

    twin.faults.set({ kind: 'half_feed' });
    const half = await read(twin);
    twin.faults.set({ kind: 'empty_feed' });

    expect(half.length).toBeLessThan(whole.length);
    expect(half.length).toBeGreaterThan(whole.length / 4);
    expect(await read(twin)).toEqual([]);
  });

  it('a mass withdrawal, dated now', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    const advisories = await read(twin, '&updated=2026-09-15');

    expect(advisories.length).toBeGreaterThan(15);
    expect(advisories.every((each) => each.withdrawn_at === '2026-09-15T09:30:00Z')).toBe(true);
  });

  it('new fields everywhere', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'schema_addition' });

    const [first] = await read(twin);

    expect(first).toMatchObject({ novelField: {}, vulnerabilities: [{ novelField: {} }] });
  });

  it('dates of the future', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'future_dates', ms: 86_400_000 });

    const [first] = await read(twin, '&sort=updated');

    expect(first?.updated_at).toBe('2026-09-16T03:30:00Z');
  });

  it.each(BREAKAGES)('one record broken: %s', async (way) => {
    await using twin = await start();
    const good = await (await fetch(twin.url + ALL)).text();
    twin.faults.set({ kind: 'malformed_record', way, record: VICTIM });

    const spoilt = await (await fetch(twin.url + ALL)).text();

    expect(spoilt).not.toBe(good);
    expect(spoilt).toContain('"ghsa_id":"GHSA-3g5h-8jqr-cvw2"');
  });
});

async function read(twin: Twin, more = ''): Promise<Listed[]> {
  return (await fetch(twin.url + ALL + more)).json() as Promise<Listed[]>;
}
