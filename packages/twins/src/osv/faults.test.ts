import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { unzip } from '../../test/unzip.ts';
import { BREAKAGES, type Fault } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { osv } from './osv.ts';

const VICTIM = 'GHSA-2c4f-7hpq-9wxm';
const start = () => startTwin(osv(smallWorld));

interface OsvRecord {
  readonly modified: string;
  readonly withdrawn?: string;
}

describe('the OSV twin shows, for a listing,', () => {
  showsTransportFaults(start, '/modified_id.csv');
});

describe('the OSV twin shows, for an archive,', () => {
  showsTransportFaults(start, '/npm/all.zip');
});

describe('the OSV twin shows', () => {
  it('half a feed in listing and archive', async () => {
    const whole = await counts([]);

    const half = await counts([{ kind: 'half_feed' }]);

    expect(half.archive).toBe(Math.ceil(whole.archive / 2));
    expect(half.rows).toBeLessThan(whole.rows);
  });

  it('an empty feed: valid documents without a record', async () => {
    expect(await counts([{ kind: 'empty_feed' }])).toEqual({ rows: 0, archive: 0 });
  });

  it('a mass withdrawal: dated now in archive, listing and API, and gone from queries', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    const files = [...(await archive(twin.url)).values()].map((data) => JSON.parse(data.toString()) as OsvRecord);
    const rows = await (await fetch(`${twin.url}/modified_id.csv`)).text();
    const query = { package: { name: 'copperwire', ecosystem: 'crates.io' } };
    const found = await fetch(`${twin.url}/v1/query`, { method: 'POST', body: JSON.stringify(query) });

    expect(files.every(({ withdrawn }) => withdrawn?.startsWith('2026-09-15T09:29:59'))).toBe(true);
    expect(rows.split('\n').every((row) => row === '' || row.startsWith('2026-09-15T09:29:59'))).toBe(true);
    expect(await found.json()).toEqual({});
  });

  it('new fields everywhere', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'schema_addition' });

    const record: unknown = await (await fetch(`${twin.url}/npm/${VICTIM}.json`)).json();

    expect(record).toMatchObject({ novelField: {}, affected: [{ novelField: {} }] });
  });

  it('dates of the future in record and row', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'future_dates', ms: 365 * 86_400_000 });

    const record = (await (await fetch(`${twin.url}/npm/${VICTIM}.json`)).json()) as OsvRecord;
    const rows = await (await fetch(`${twin.url}/npm/modified_id.csv`)).text();

    expect(record.modified).toBe('2027-09-13T09:00:00.333Z');
    expect(rows).toContain(`2027-09-13T09:00:00.333Z,${VICTIM}`);
  });

  it.each(BREAKAGES)('one record broken in the archive, the others whole: %s', async (way) => {
    await using twin = await start();
    const good = await archive(twin.url);
    twin.faults.set({ kind: 'malformed_record', way, record: VICTIM });

    const spoilt = await archive(twin.url);
    const changed = [...good.keys()].filter((name) => !spoilt.get(name)?.equals(good.get(name) ?? Buffer.alloc(0)));

    expect(changed).toEqual([`${VICTIM}.json`]);
  });

  it('a broken record, without a name the first', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'malformed_record', way: 'null_record' });

    const broken = [...(await archive(twin.url))].filter(([, data]) => data.toString() === 'null');

    expect(broken).toHaveLength(1);
  });
});

async function archive(url: string): Promise<Map<string, Buffer>> {
  return unzip(Buffer.from(await (await fetch(`${url}/all.zip`)).arrayBuffer()));
}

async function counts(faults: readonly Fault[]): Promise<{ rows: number; archive: number }> {
  await using twin = await start();
  twin.faults.set(faults);
  const rows = (await (await fetch(`${twin.url}/modified_id.csv`)).text()).split('\n').filter((row) => row !== '');
  return { rows: rows.length, archive: (await archive(twin.url)).size };
}
