import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { BREAKAGES } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { nixpkgs, TRACKER_PATH } from './nixpkgs.ts';

const ALL = `${TRACKER_PATH}/issues?state=all&per_page=100`;
const start = () => startTwin(nixpkgs(smallWorld));

interface Listed {
  readonly number: number;
  readonly updated_at: string;
}

describe('the tracker twin shows', () => {
  showsTransportFaults(start, `${TRACKER_PATH}/issues`);

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

  it('a mass withdrawal: neither listed nor there', async () => {
    await using twin = await start();

    twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    expect(await read(twin)).toEqual([]);
    expect((await fetch(`${twin.url}${TRACKER_PATH}/issues/410101`)).status).toBe(410);
    expect((await fetch(`${twin.url}${TRACKER_PATH}/issues/410101/timeline`)).status).toBe(410);
  });

  it('new fields, and dates of the future', async () => {
    await using twin = await start();
    const [before] = await read(twin);

    twin.faults.set([{ kind: 'schema_addition' }, { kind: 'future_dates', ms: 86_400_000 }]);
    const after = (await read(twin)).find(({ number }) => number === before?.number);

    expect(after).toHaveProperty('novelField');
    expect(Date.parse(after?.updated_at ?? '') - Date.parse(before?.updated_at ?? '')).toBe(86_400_000);
  });

  it.each(BREAKAGES)('one record broken: %s', async (way) => {
    await using twin = await start();
    const before = await (await fetch(twin.url + ALL)).text();

    twin.faults.set({ kind: 'malformed_record', way, record: 'issue/410101' });

    expect(await (await fetch(twin.url + ALL)).text()).not.toBe(before);
  });
});

async function read(twin: Twin): Promise<Listed[]> {
  return (await (await fetch(twin.url + ALL)).json()) as Listed[];
}
