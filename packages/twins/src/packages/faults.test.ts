import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { folderOf } from '../channels/releases.ts';
import { BREAKAGES } from '../frame/fault.ts';
import { startTwin, USUAL_START } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { channelMovedAt, channelNamed, channelRevisionAt } from '../world/channels.ts';
import { smallCollection } from '../world/entries/collection.ts';
import { packages } from './packages.ts';

const start = () => startTwin(packages());

/** The file itself: of the redirect there is nothing to cut. */
function listPath(): string {
  const channel = channelNamed('nixos-unstable');
  if (channel === null) throw new Error('no such channel');
  const now = Date.parse(USUAL_START);
  const release = { channel, movedAt: channelMovedAt(channel, now), revision: channelRevisionAt(channel, now) };
  return `/${folderOf(release)}/packages.json.br`;
}

const text = async (twin: Twin) => (await fetch(`${twin.url}/nixos-unstable/packages.json.br`)).text();
const count = async (twin: Twin) => Object.keys((JSON.parse(await text(twin)) as { packages: object }).packages).length;

describe('faults on the way', () => {
  // Without a word about its packing the client leaves it as it comes.
  showsTransportFaults(() => startTwin(packages(smallCollection, { unlabelled: true })), listPath());
});

describe('faults of the list', () => {
  it('half of it, none of it, what is left of it', async () => {
    await using twin = await start();
    const whole = await count(twin);

    twin.faults.set({ kind: 'half_feed' });
    expect(await count(twin)).toBe(Math.ceil(whole / 2));
    twin.faults.set({ kind: 'empty_feed' });
    expect(await count(twin)).toBe(0);
    twin.faults.clear();
    twin.faults.set({ kind: 'mass_withdrawal', share: 0.5 });
    expect(await count(twin)).toBeLessThan(whole);
  });

  it('new members', async () => {
    await using twin = await start();

    twin.faults.set({ kind: 'schema_addition' });

    expect(await text(twin)).toContain('novelField');
  });

  it.each(BREAKAGES)('one entry broken: %s', async (way) => {
    await using twin = await start();
    const before = await text(twin);

    twin.faults.set({ kind: 'malformed_record', way, record: 'libbuoy' });

    expect(await text(twin)).not.toBe(before);
  });
});
