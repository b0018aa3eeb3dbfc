import { RATES } from '@almanac/contract';
import { expect, it } from 'vitest';
import { packages } from '../../src/http/routes/pages/package.ts';
import { fillGiant } from '../support/worlds/giant-package.ts';
import { openPackageApp, wasRead } from '../support/worlds/package-world.ts';

it('the page of a package is charged by the records that it evaluates, and from the cache as a page', async () => {
  await using given = await openPackageApp(
    [],
    async (_store, db) => {
      await fillGiant(db, 'giant', 4_100, 1);
      await wasRead(db, 'osv');
    },
    { pages: [packages], settings: { rates: { ...RATES, page: 10 }, deadlineMs: 60_000 } },
  );
  const remaining = async (path: string) => {
    const { status, headers } = await given.app.get(path);
    return [status, Number(headers.get('x-ratelimit-remaining'))];
  };

  // One of its own and two for 4,100 records; from the cache one.
  expect(await remaining('/package/giant?version=0.0.1')).toEqual([200, 7]);
  expect(await remaining('/package/giant?version=0.0.1')).toEqual([200, 6]);
  expect(await remaining('/package/giant?version=0.0.2')).toEqual([200, 3]);
  expect(await remaining('/package/giant?version=0.0.3')).toEqual([200, 0]);
  expect((await given.app.get('/package/giant?version=0.0.4')).status).toBe(429);
}, 60_000);
