import { describe, expect, it } from 'vitest';
import { stillClock } from '../frame/clock.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { CHANNELS, channelNamed, channelRevisionAt } from '../world/channels.ts';
import { CHANNELS_STATUS_PATH, type ChannelsQuirks, channels } from './channels.ts';

// An hour after nixos-unstable moves, at seven.
const start = async (at = '2026-09-15T08:00:00Z', quirks: ChannelsQuirks = {}) =>
  startTwin(channels(quirks), { clock: stillClock(at) });

interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

async function rows(twin: Twin, query: string, channel: string): Promise<Row[]> {
  const response = await fetch(`${twin.url}${CHANNELS_STATUS_PATH}?query=${query}`);
  const { status, data } = (await response.json()) as { status: string; data: { resultType: string; result: Row[] } };
  expect([status, data.resultType]).toEqual(['success', 'vector']);
  return data.result.filter(({ metric }) => metric['channel'] === channel);
}

describe('a channel', () => {
  it('redirects to its release, with a revision without a line end', async () => {
    await using twin = await start();

    const first = await fetch(`${twin.url}/nixos-unstable/git-revision`, { redirect: 'manual' });
    const second = await fetch(first.headers.get('location') ?? '');

    expect(first.headers.get('cache-control')).toBe('maxage=600');
    expect(first.headers.get('location')).toMatch(/\/nixos\/unstable\/nixos-26\.11pre\d+\.[0-9a-f]{12}\/git-revision$/);
    expect(second.headers.get('content-type')).toBe('text/plain');
    expect(second.headers.get('last-modified')).toBe('Tue, 15 Sep 2026 07:00:00 GMT');
    expect(await second.text()).toMatch(/^[0-9a-f]{40}$/);
  });

  it.each(CHANNELS.map(({ name }) => name))('%s stands where the world says', async (name) => {
    await using twin = await start();
    const channel = channelNamed(name);

    const text = await (await fetch(`${twin.url}/${name}/git-revision`)).text();

    expect(text).toBe(channel === null ? '' : channelRevisionAt(channel, twin.clock.now()));
  });

  it('keeps a release that it has left, and has none of tomorrow', async () => {
    await using twin = await start();
    const { url: release } = await fetch(`${twin.url}/nixpkgs-unstable/git-revision`);
    const before = await (await fetch(release)).text();
    twin.clock.advance(24 * 3_600_000);

    const [after, moved] = await Promise.all([fetch(release), fetch(`${twin.url}/nixpkgs-unstable/git-revision`)]);

    expect(await after.text()).toBe(before);
    expect(moved.url).not.toBe(release);
    twin.clock.advance(-48 * 3_600_000);
    expect((await fetch(moved.url)).status).toBe(404);
  });

  it.each(['/nixos-99.99/git-revision', '/nixos-unstable/other', '/nixos/unstable/odd/git-revision'])(
    'has no %s',
    async (path) => {
      await using twin = await start();

      expect((await fetch(twin.url + path)).status).toBe(404);
    },
  );
});

describe('the status', () => {
  it('has one row for a channel, labelled, and when it moved', async () => {
    await using twin = await start();

    const [revision, ...others] = await rows(twin, 'channel_revision', 'nixos-26.05');
    const [time] = await rows(twin, 'channel_update_time', 'nixos-26.05');

    expect(others).toEqual([]);
    expect(revision?.metric).toMatchObject({ status: 'stable', variant: 'primary', current: '1' });
    expect(revision?.metric['revision']).toMatch(/^[0-9a-f]{40}$/);
    expect(revision?.value).toEqual([twin.clock.now() / 1000, '1']);
    expect(time?.value[1]).toBe(String(Date.parse('2026-09-15T05:00:00Z') / 1000));
  });

  it('has no variant of nixpkgs-unstable', async () => {
    await using twin = await start();

    const [row] = await rows(twin, 'channel_revision', 'nixpkgs-unstable');

    expect(row?.metric).not.toHaveProperty('variant');
  });

  it('has two rows right after a move, for a minute', async () => {
    await using twin = await start('2026-09-15T07:00:20Z');

    const both = await rows(twin, 'channel_revision', 'nixos-unstable');
    twin.clock.advance(60_000);

    expect(new Set(both.map(({ metric }) => metric['revision'])).size).toBe(2);
    expect(await rows(twin, 'channel_revision', 'nixos-unstable')).toHaveLength(1);
  });

  it('may have words that are new', async () => {
    await using twin = await start(undefined, { statuses: { 'nixos-26.05': 'frozen' } });

    const [row] = await rows(twin, 'channel_revision', 'nixos-26.05');

    expect(row?.metric['status']).toBe('frozen');
  });

  it('answers nothing with nothing, and no query with an error', async () => {
    await using twin = await start();

    expect(await rows(twin, 'hydra_job_failed', 'nixos-26.05')).toEqual([]);
    expect((await fetch(twin.url + CHANNELS_STATUS_PATH)).status).toBe(400);
  });
});
