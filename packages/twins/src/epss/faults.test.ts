import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import type { Breakage } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { EPSS_API_PATH, epss } from './epss.ts';

const FILE = '/epss_scores-2026-09-14.csv.gz';
const VICTIM = 'CVE-2026-98001';
const start = () => startTwin(epss(smallWorld));

describe('the EPSS twin shows, for a file,', () => {
  showsTransportFaults(start, FILE);
});

describe('the EPSS twin shows', () => {
  it('half a feed, an empty one, and a mass withdrawal', async () => {
    await using twin = await start();
    const whole = (await text(twin)).split('\n').length;
    const lines = async (kind: 'half_feed' | 'empty_feed' | 'mass_withdrawal') => {
      twin.faults.set({ kind });
      return (await text(twin)).split('\n').length;
    };

    const [half, empty, withdrawn] = [
      await lines('half_feed'),
      await lines('empty_feed'),
      await lines('mass_withdrawal'),
    ];

    expect(empty).toBe(3);
    expect(half / whole).toBeCloseTo(0.5, 1);
    expect(withdrawn).toBeLessThan(whole * 0.8);
  });

  it('a new column, and a new member', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'schema_addition' });

    const api: unknown = await (await fetch(`${twin.url}${EPSS_API_PATH}?cve=${VICTIM}`)).json();

    expect((await text(twin)).split('\n')[1]).toBe('cve,epss,percentile,kev');
    expect(api).toMatchObject({ data: [{ novelField: {} }] });
  });

  it('dates of the future', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'future_dates', ms: 10 * 86_400_000 });

    const api: unknown = await (await fetch(`${twin.url}${EPSS_API_PATH}?cve=${VICTIM}`)).json();

    expect(await text(twin)).toContain('score_date:2026-09-24T00:00:00+0000');
    expect(api).toMatchObject({ data: [{ date: '2026-09-24' }] });
  });

  it.each<[Breakage, string | RegExp]>([
    ['syntax', `\n${VICTIM}\n`],
    ['wrong_type', `\n${VICTIM},high,often\n`],
    ['missing_field', `\n${VICTIM},,0.5\n`],
    ['null_record', '\nnull\n'],
    ['deep_nesting', `\n${VICTIM},""""`],
    ['lone_surrogate', `\n${VICTIM},0.5,\ufffd`],
    ['huge_number', `\n${VICTIM},1e400,0.5\n`],
    ['duplicate_key', `\n${VICTIM},0.99999,0.99999\n${VICTIM},0.0042,0.61\n`],
    ['invalid_utf8', `\n${VICTIM},\ufffd(\ufffd,0.5\n`],
  ])('one row broken, the others whole: %s', async (way, expected) => {
    await using twin = await start();
    twin.faults.set({ kind: 'malformed_record', way, record: VICTIM });

    const spoilt = await text(twin);
    const api = await (await fetch(`${twin.url}${EPSS_API_PATH}?cve=${VICTIM},CVE-2025-91002`)).text();

    expect(spoilt).toContain(expected);
    expect(spoilt).toContain('\nCVE-2025-91002,0.0011,0.31\n');
    expect(api).toContain('"epss":"0.001100000"');
    expect(api).not.toContain(
      `{"cve":"${VICTIM}","epss":"0.004200000","percentile":"0.610000000","date":"2026-09-14"}]`,
    );
  });
});

async function text(twin: Twin): Promise<string> {
  return gunzipSync(Buffer.from(await (await fetch(twin.url + FILE)).arrayBuffer())).toString();
}
