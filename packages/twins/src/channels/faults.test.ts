import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { CHANNEL_NAMES } from '../world/channels.ts';
import { CHANNELS_STATUS_PATH, channels } from './channels.ts';

const PATH = `${CHANNELS_STATUS_PATH}?query=channel_revision`;
const start = () => startTwin(channels());

async function named(twin: Twin, query = 'channel_revision'): Promise<string[]> {
  const response = await fetch(`${twin.url}${CHANNELS_STATUS_PATH}?query=${query}`);
  const { data } = (await response.json()) as { data: { result: { metric: { channel: string } }[] } };
  return data.result.map(({ metric }) => metric.channel);
}

describe('faults on the way', () => {
  showsTransportFaults(start, PATH);
});

describe('faults of the status', () => {
  it('half of the channels, or none', async () => {
    await using twin = await start();

    twin.faults.set({ kind: 'half_feed' });
    expect((await named(twin)).length).toBe(Math.ceil(CHANNEL_NAMES.length / 2));
    twin.faults.set({ kind: 'empty_feed' });
    expect(await named(twin)).toEqual([]);
  });

  it('a mass withdrawal', async () => {
    await using twin = await start();

    twin.faults.set({ kind: 'mass_withdrawal', share: 1 });

    expect(await named(twin)).toEqual([]);
  });

  it('new members, and dates of the future', async () => {
    await using twin = await start();
    twin.faults.set([{ kind: 'schema_addition' }, { kind: 'future_dates', ms: 10 * 365 * 86_400_000 }]);

    const text = await (await fetch(`${twin.url}${CHANNELS_STATUS_PATH}?query=channel_update_time`)).text();
    const revision = await fetch(`${twin.url}/nixos-unstable/git-revision`);

    expect(text).toContain('novelField');
    expect(text).toMatch(/"21\d{8}"/);
    expect(revision.headers.get('last-modified')).toContain('2036');
  });

  it('one row broken', async () => {
    await using twin = await start();

    twin.faults.set({ kind: 'malformed_record', way: 'syntax' });
    await expect(named(twin)).rejects.toThrow(SyntaxError);
    twin.faults.set({ kind: 'malformed_record', way: 'null_record', record: 'nixos-26.05' });

    expect(await (await fetch(twin.url + PATH)).text()).toContain(',null,');
  });
});
