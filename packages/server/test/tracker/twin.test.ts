import { nixpkgs, smallWorld, TRACKER_PATH } from '@almanac/twins';
import { expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { testApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { watch } from '../support/processes/watched.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

const DAY = 86_400_000;

it('follows a fix from the upstream to the answer: staging, master, channels', async () => {
  await using database = await createTestDatabase();
  await using watched = await watch(database, nixpkgs(smallWorld), 'nixpkgs', (url) => ({
    url: url + TRACKER_PATH,
    token: 'invented',
  }));
  await using app = await testApp({ databaseUrl: database.url, routes: ROUTES, now: () => watched.clock.now() });
  await putTracker(watched.db, { channels: [{ name: 'nixos-26.05' }, { name: 'nixos-unstable' }] });
  const data = async (path: string) => {
    watched.clock.advance(301_000);
    const { status, body } = await app.get(`/api/v1${path}`);
    expect(status).toBe(200);
    return body['data'];
  };

  await watched.run();
  await watched.run('delta');

  const early = await data('/issues/411202');
  expect(early).toMatchObject({ severity: 'critical', severitySource: 'labels', hasFixAvailable: true });
  expect(early.pullRequests).toMatchObject([{ number: 411_240, relation: 'closes', stage: 'staging', channels: [] }]);
  expect(early.channels.map(({ state }: { state: string }) => state)).toEqual(['lacking', 'lacking']);
  const fixed = await data('/issues/410101');
  expect(
    fixed.pullRequests.map(({ number, relation, stage }: Record<string, unknown>) => [number, relation, stage]),
  ).toEqual([
    [410_150, 'closes', 'channel'],
    [410_177, 'backport', 'channel'],
  ]);
  expect(fixed.channels).toMatchObject([
    { channel: 'nixos-26.05', state: 'contained', pull: 410_177 },
    { channel: 'nixos-unstable', state: 'contained', pull: 410_150 },
  ]);
  const { total } = await data('/issues');
  expect((await data('/stats')).total).toBe(total);
  const before = (await data('/tracker/channels')).channels[1].fixes;

  for (let days = 0; days < 30; days += 3) {
    watched.clock.advance(3 * DAY);
    await watched.run('delta');
  }

  const late = await data('/issues/411202');
  expect(late.pullRequests[0]).toMatchObject({ stage: 'channel', base: 'staging' });
  const way = late.pullRequests[0].steps.map(({ branch }: { branch: string }) => branch);
  expect(way.slice(0, 3)).toEqual(['staging', 'staging', 'master']);
  expect(way).toContain('nixos-unstable');
  const dates = late.pullRequests[0].steps.map(({ at }: { at: string }) => at);
  expect(dates).toEqual(dates.toSorted());
  expect(late.channels[1]).toMatchObject({ channel: 'nixos-unstable', state: 'contained' });
  const after = (await data('/tracker/channels')).channels[1].fixes;
  expect(after.contained).toBeGreaterThan(before.contained);
});
