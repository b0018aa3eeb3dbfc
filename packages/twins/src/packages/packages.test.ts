import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stillClock } from '../frame/clock.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { generatedCollection } from '../generator/collection.ts';
import { smallCollection } from '../world/entries/collection.ts';
import { packages } from './packages.ts';

const HOUR = 3_600_000;
const start = () => startTwin(packages(), { clock: stillClock('2026-09-15T09:30:00Z') });

interface List {
  readonly version: unknown;
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly [member: string]: unknown }>>;
}

async function list(twin: Twin, channel = 'nixos-unstable'): Promise<List> {
  return (await (await fetch(`${twin.url}/${channel}/packages.json.br`)).json()) as List;
}

describe('the list of a channel', () => {
  it('is JSON that is packed whatever the client accepts', async () => {
    await using twin = await start();

    const response = await fetch(`${twin.url}/nixos-unstable/packages.json.br`, {
      headers: { 'accept-encoding': 'identity' },
    });

    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(Object.keys(((await response.json()) as List).packages).length).toBeGreaterThan(35);
  });

  it('may come without a word about its packing', async () => {
    await using twin = await startTwin(packages(smallCollection, { unlabelled: true }));

    const response = await fetch(`${twin.url}/nixos-unstable/packages.json.br`);

    expect(response.headers.get('content-encoding')).toBeNull();
    const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(JSON.parse(text)).toHaveProperty('packages.libbuoy');
  });

  it('is written by one producer up to 25.11', async () => {
    await using twin = await start();

    const { version, packages: old } = await list(twin, 'nixos-25.11');

    expect(version).toBe(2);
    expect(old['font-7x14']).toMatchObject({ name: 'font-7x14-1.0', pname: 'font', version: '7x14-1.0' });
    expect(old['python313Packages.lock-step']).toMatchObject({ pname: 'python3.13-lock-step', version: '2.1.3' });
    expect(old['libbuoy']).toMatchObject({ outputs: { out: null, dev: null } });
    expect(old['libbuoy']?.['meta']).not.toHaveProperty('identifiers');
  });

  it.each(['nixos-unstable', 'nixpkgs-unstable', 'nixos-26.05'])('is written by another since: %s', async (channel) => {
    await using twin = await start();

    const { version, packages: entries } = await list(twin, channel);

    expect(version).toBe('2');
    expect(entries['font-7x14']).toMatchObject({ pname: 'font-7x14', version: '1.0', outputs: ['out'] });
    expect(entries['foldfs']).toMatchObject({
      meta: {
        homepage: ['https://foldfs.example/', 'https://github.com/kernelfold/foldfs'],
        identifiers: {
          cpe: 'cpe:2.3:a:kernelfold:foldfs:6.11.3:*:*:*:*:*:*:*',
          cpeParts: { vendor: 'kernelfold' },
          possibleCPEs: [{ cpe: 'cpe:2.3:a:kernelfold:foldfs:6.11.3:*:*:*:*:*:*:*' }],
        },
      },
    });
    expect(entries['keel-wrapper']).not.toHaveProperty('version');
    expect(entries['haskellPackages."3d-graphics"']).toMatchObject({ pname: '3d-graphics' });
    expect(entries['python313Packages.bilge']).toMatchObject({ meta: { insecure: true } });
  });

  it('changes when the channel moves to what the branch has by then', async () => {
    await using twin = await start();
    const versions = async () => (await list(twin)).packages['quill-editor']?.version;
    const seen = [await versions()];
    for (let day = 0; day < 4; day += 1) {
      twin.clock.advance(24 * HOUR);
      seen.push(await versions());
    }

    // Merged after a day, in the channel with its first move more than thirty hours later.
    expect(seen).toEqual(['14.1.9', '14.1.9', '14.1.9', '14.2.0', '14.2.0']);
    expect((await list(twin, 'nixos-26.05')).packages['quill-editor']?.version).toBe('14.1.9');
  });

  it('has newcomers, and forgets what is gone', async () => {
    await using twin = await start();
    const before = Object.keys((await list(twin)).packages);
    twin.clock.advance(7 * 24 * HOUR);

    const after = Object.keys((await list(twin)).packages);

    expect(before).toContain('leaver');
    expect(after).not.toContain('leaver');
    expect(after.filter((name) => !before.includes(name))).toEqual(['newcomer']);
  });
});

describe('a generated collection', () => {
  const shown = (count: number, at: number, seed = 7) => [
    ...generatedCollection({ seed, count }).packagesAt('master', at, 0),
  ];
  const NOW = Date.parse('2026-09-15T09:30:00Z');

  it('is the same for the same seed, each attribute once, and moves by and by', () => {
    const [first, again, other] = [shown(6000, NOW), shown(6000, NOW), shown(6000, NOW, 8)];
    const later = shown(6000, NOW + 7 * 24 * HOUR);

    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first.map(({ attribute }) => attribute)).size).toBe(6000);
    const moved = later.filter(({ state }, index) => state.version !== first[index]?.state.version).length;
    expect(moved).toBeGreaterThan(20);
    expect(moved).toBeLessThan(1500);
  });

  it('is served as the small one is', async () => {
    await using twin = await startTwin(packages(generatedCollection({ seed: 7, count: 6000 })));

    expect(Object.keys((await list(twin)).packages)).toHaveLength(6000);
  });
});
