import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import type { Breakage } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { KEV_FEED_PATH, kev } from './kev.ts';

const start = () => startTwin(kev(smallWorld));

describe('the KEV twin shows', () => {
  showsTransportFaults(start, KEV_FEED_PATH);

  it('half a feed: valid, and its count agrees', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'half_feed' });

    expect(await read(twin.url)).toMatchObject({ count: 3, vulnerabilities: { length: 3 } });
  });

  it('an empty feed', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'empty_feed' });

    expect(await read(twin.url)).toMatchObject({ count: 0, vulnerabilities: [] });
  });

  it('a mass withdrawal of the given share', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'mass_withdrawal', share: 0.8 });

    expect(await read(twin.url)).toMatchObject({ count: 1 });
  });

  it('new fields everywhere', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'schema_addition' });

    const catalogue = await read(twin.url);

    expect(catalogue).toHaveProperty('catalogEdition');
    expect(catalogue.vulnerabilities.every((entry) => 'forensicTriage' in entry)).toBe(true);
  });

  it('dates of the future', async () => {
    await using twin = await start();
    twin.faults.set({ kind: 'future_dates', ms: 10 * 86_400_000 });

    expect(await read(twin.url)).toMatchObject({
      catalogVersion: '2026.09.24',
      vulnerabilities: [{ dateAdded: '2026-09-24' }, {}, {}, {}, {}],
    });
  });

  it.each<[Breakage, (text: string, bytes: Buffer) => unknown, unknown]>([
    ['syntax', parses, false],
    ['invalid_utf8', (_, bytes) => bytes.includes(Buffer.from([0xc3, 0x28, 0xff])), true],
    ['wrong_type', (text) => entry(text)?.['cveID'], [0]],
    ['missing_field', (text) => Object.hasOwn(entry(text) ?? {}, 'cveID'), false],
    ['null_record', (text) => entry(text), null],
    ['lone_surrogate', (text) => String(entry(text)?.['odd']).isWellFormed(), false],
    ['huge_number', (text) => entry(text)?.['odd'], Number.POSITIVE_INFINITY],
    ['duplicate_key', (text) => text.includes('"cveID":"shadowed","cveID"'), true],
    ['deep_nesting', (text) => text.includes('['.repeat(1000)), true],
  ])('one record broken: %s', async (way, effect, expected) => {
    await using twin = await start();
    twin.faults.set({ kind: 'malformed_record', way, record: 'CVE-2025-91301' });

    const bytes = Buffer.from(await (await fetch(twin.url + KEV_FEED_PATH)).arrayBuffer());

    expect(effect(bytes.toString(), bytes)).toEqual(expected);
    expect(bytes.toString()).toContain('CVE-2020-91307');
  });
});

interface Catalogue {
  readonly vulnerabilities: readonly (Record<string, unknown> | null)[];
}

async function read(url: string): Promise<{ readonly vulnerabilities: readonly object[] }> {
  return (await fetch(url + KEV_FEED_PATH)).json() as Promise<{ vulnerabilities: object[] }>;
}

/** The broken one is second in the list. */
function entry(text: string): Record<string, unknown> | null | undefined {
  return (JSON.parse(text) as Catalogue).vulnerabilities[1];
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
