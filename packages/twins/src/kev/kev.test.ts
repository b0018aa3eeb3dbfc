import { describe, expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import type { KevEntry } from './catalogue.ts';
import { KEV_FEED_PATH, KEV_MIRROR_PATH, kev } from './kev.ts';

interface Catalogue {
  readonly catalogVersion: string;
  readonly dateReleased: string;
  readonly count: number;
  readonly vulnerabilities: readonly KevEntry[];
}

const HOUR = 3_600_000;
const RETRACTED = 'CVE-2026-98303';
const NEXT = 'CVE-2026-98308';

async function read(twin: Twin, path: string = KEV_FEED_PATH): Promise<Catalogue> {
  return (await fetch(twin.url + path)).json() as Promise<Catalogue>;
}

const ransomware = ({ vulnerabilities }: Catalogue) =>
  vulnerabilities.find(({ cveID }) => cveID === 'CVE-2024-91302')?.knownRansomwareCampaignUse;
const idsOf = (catalogue: Catalogue) => catalogue.vulnerabilities.map(({ cveID }) => cveID);

it('lists what is exploited now, newest first, and counts it', async () => {
  await using twin = await startTwin(kev(smallWorld));

  const catalogue = await read(twin);

  expect(idsOf(catalogue)).toEqual([
    'CVE-2026-98306',
    'CVE-2025-91301',
    'CVE-2024-91302',
    'CVE-2022-91305',
    'CVE-2020-91307',
  ]);
  expect(catalogue).toMatchObject({
    catalogVersion: '2026.09.14',
    dateReleased: '2026-09-14T16:04:00.0000Z',
    count: 5,
  });
  expect(catalogue.vulnerabilities[0]).toMatchObject({
    dateAdded: '2026-09-14',
    dueDate: '2026-09-17',
    knownRansomwareCampaignUse: 'Unknown',
  });
});

it('keeps the catalogue version on the second release of a day; date and tag move', async () => {
  await using twin = await startTwin(kev(smallWorld));
  twin.clock.advance(2 * HOUR);
  const first = await read(twin);
  const tag = (await fetch(twin.url + KEV_FEED_PATH)).headers.get('etag') ?? '';

  twin.clock.advance(2 * HOUR);
  const second = await read(twin);
  const conditional = await fetch(twin.url + KEV_FEED_PATH, { headers: { 'if-none-match': tag } });

  expect([first.catalogVersion, second.catalogVersion]).toEqual(['2026.09.15', '2026.09.15']);
  expect(second.dateReleased > first.dateReleased).toBe(true);
  expect(idsOf(second)).toContain(NEXT);
  expect(conditional.status).toBe(200);
});

it('changes an entry without growing', async () => {
  await using twin = await startTwin(kev(smallWorld));
  const before = await read(twin);

  twin.clock.advance(1.55 * HOUR);
  const after = await read(twin);

  expect([ransomware(before), ransomware(after)]).toEqual(['Unknown', 'Known']);
  expect(after.count).toBe(before.count);
});

it('takes an entry back within the hour, and the hourly mirror never has it', async () => {
  await using twin = await startTwin(kev(smallWorld));
  const seen: Record<'feed' | 'mirror', number[]> = { feed: [], mirror: [] };

  for (let minutes = 0; minutes < 240; minutes += 10) {
    if (idsOf(await read(twin)).includes(RETRACTED)) seen.feed.push(minutes);
    if (idsOf(await read(twin, KEV_MIRROR_PATH)).includes(RETRACTED)) seen.mirror.push(minutes);
    twin.clock.advance(10 * 60_000);
  }

  // Listed from 11:06 to 11:48 by a clock that started at 09:30.
  expect(seen.feed).toEqual([100, 110, 120, 130]);
  expect(seen.mirror).toEqual([]);
});

it('writes as PHP does: escaped slashes, ASCII only', async () => {
  await using twin = await startTwin(kev(smallWorld));

  const text = await (await fetch(twin.url + KEV_FEED_PATH)).text();

  expect(text).toContain('https:\\/\\/larkspur.example\\/psirt');
  expect(text).toContain('vendor\\u2019s');
  expect(Buffer.byteLength(text)).toBe(text.length);
});

it('keeps stray spaces', async () => {
  await using twin = await startTwin(kev(smallWorld));

  expect((await read(twin)).vulnerabilities).toContainEqual(
    expect.objectContaining({ vendorProject: 'Larkspur ', product: ' Relay', cwes: [] }),
  );
});

describe('refuseUnknownAgents', () => {
  it.each([
    [KEV_FEED_PATH, 'almanac/1.0', 403],
    [KEV_FEED_PATH, 'Mozilla/5.0 (X11)', 200],
    [KEV_MIRROR_PATH, 'almanac/1.0', 200],
  ])('%s to %s: %i', async (path, agent, status) => {
    await using twin = await startTwin(kev(smallWorld, { refuseUnknownAgents: true }));

    const response = await fetch(twin.url + path, { headers: { 'user-agent': agent } });

    expect(response.status).toBe(status);
  });
});
