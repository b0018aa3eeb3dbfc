import { describe, expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { REPOLOGY_PROJECT_BY_PATH, REPOLOGY_PROJECT_PATH, type RepologyQuirks, repology } from './repology.ts';

const start = (quirks?: RepologyQuirks) => startTwin(repology(smallWorld, quirks));
const headers = { 'user-agent': 'Almanac/0.1.0 (+https://almanac.example.org)' };
const get = (twin: Twin, path: string) => fetch(twin.url + path, { headers, redirect: 'manual' });
const project = async (twin: Twin, name: string) =>
  (await get(twin, REPOLOGY_PROJECT_PATH + encodeURIComponent(name))).json() as Promise<Record<string, unknown>[]>;
const by = (twin: Twin, name: string, more = '') =>
  get(
    twin,
    `${REPOLOGY_PROJECT_BY_PATH}?repo=nix_unstable&name_type=srcname&target_page=api_v1_project&name=${name}${more}`,
  );

describe('a project', () => {
  it('has several packages of one repository, in an order that means nothing', async () => {
    await using twin = await start();

    const rows = await project(twin, 'python');
    twin.clock.advance(1_000);
    const later = await project(twin, 'python');

    expect(rows.filter(({ repo }) => repo === 'nix_unstable')).toHaveLength(3);
    expect(later).not.toEqual(rows);
    expect(new Set(later.map((row) => JSON.stringify(row)))).toEqual(new Set(rows.map((row) => JSON.stringify(row))));
  });

  it('may be given by the time', async () => {
    const projectsAt = (now: number) =>
      new Map([['buoy', [{ repo: 'arch', srcname: 'buoy', version: String(now), status: 'newest' }]]]);
    await using twin = await startTwin(repology(projectsAt));

    const before = await project(twin, 'buoy');
    twin.clock.advance(1_000);
    const after = await project(twin, 'buoy');

    expect(before).toMatchObject([{ version: String(twin.clock.now() - 1_000) }]);
    expect(after).toMatchObject([{ version: String(twin.clock.now()) }]);
  });

  it('says null for an original version that is no other, and of vulnerable nothing or true', async () => {
    await using twin = await start();

    const rows = await project(twin, 'python');

    expect(rows.find(({ repo }) => repo === 'debian_13')).toMatchObject({ version: '3.13.5', origversion: '3.13.5-2' });
    expect(rows.find(({ srcname }) => srcname === 'python314')).toMatchObject({ origversion: null });
    expect(new Set(rows.map((row) => row['vulnerable']))).toEqual(new Set([undefined, true]));
  });

  it('that is unknown is empty, not missing', async () => {
    await using twin = await start();

    const answer = await get(twin, `${REPOLOGY_PROJECT_PATH}no-such-thing`);

    expect([answer.status, await answer.json()]).toEqual([200, []]);
  });

  it('is what the other databases of the world speak of', async () => {
    await using twin = await start();

    expect((await project(twin, 'ruby:tarn-archive')).map(({ version }) => version)).toContain('1.2.0');
  });
});

describe('a project by the name in a repository', () => {
  it.each([
    ['imagemagick6', '', 302, `${REPOLOGY_PROJECT_PATH}imagemagick`],
    ['spindleTools', '', 302, `${REPOLOGY_PROJECT_PATH}spindle`],
    ['spindleTools', '&noautoresolve', 300, null],
    ['nothing', '', 404, null],
  ])('%s%s: %i', async (name, more, status, location) => {
    await using twin = await start();

    const answer = await by(twin, name, more);

    expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
    if (status === 300)
      expect(Object.keys(((await answer.json()) as { targets: object }).targets)).toEqual(['spindle', 'spindle-tools']);
  });
});

it.each([
  'Almanac/0.1.0 (vulnerability information service)',
  'node',
  'axios/1.7.2',
  'python-requests/2.32',
  'curl/8.5.0',
  'Go-http-client/1.1',
])('refuses %s', async (agent) => {
  await using twin = await start();

  const answer = await fetch(`${twin.url}${REPOLOGY_PROJECT_PATH}python`, { headers: { 'user-agent': agent } });

  expect(answer.status).toBe(403);
});

it('is asked once a second; redirects do not count', async () => {
  await using twin = await start();
  for (let i = 0; i < 5; i += 1) await project(twin, 'python');

  const refused = await get(twin, `${REPOLOGY_PROJECT_PATH}python`);
  const redirect = await by(twin, 'imagemagick6');
  twin.clock.advance(5_000);
  const again = await get(twin, `${REPOLOGY_PROJECT_PATH}python`);

  expect([refused.status, redirect.status, again.status]).toEqual([403, 302, 200]);
});
