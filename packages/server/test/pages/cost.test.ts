import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packages } from '../../src/http/routes/pages/package.ts';
import { fillGiant } from '../support/worlds/giant-package.ts';
import { openPackageApp, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

describe('the page of a package with 4,100 records', () => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp(
      [],
      async (store, db) => {
        await fillGiant(db, 'giant', 4_100, 1);
        await wasRead(db, 'osv');
        const entries = ['1.0', '2.0', '3.0'].map((version) => [`nixos-${version}/nodePackages.giant`, { version }]);
        await store.put('packages', Object.fromEntries(entries), SEEN);
      },
      { pages: [packages], settings: { rates: { ...RATES, page: 13 }, deadlineMs: 60_000 } },
    );
  }, 60_000);
  afterAll(() => given[Symbol.asyncDispose]());

  const remaining = async (path: string) => {
    const { status, headers, text } = await given.app.get(path);
    return { text, left: [status, Number(headers.get('x-ratelimit-remaining'))] };
  };

  it('judges one version, and leaves those of other channels to their own pages', async () => {
    const { text, left } = await remaining('/package/nodePackages.giant?version=0.0.1');

    // One of its own and two for 4,100 records, once.
    expect(left).toEqual([200, 10]);
    expect(text.match(/not judged here; open the version/g)).toHaveLength(3);
  });

  it('is charged by the records that it evaluates, and from the cache as a page', async () => {
    expect((await remaining('/package/nodePackages.giant?version=0.0.1')).left).toEqual([200, 9]);
    expect((await remaining('/package/nodePackages.giant?version=0.0.2')).left).toEqual([200, 6]);
    expect((await remaining('/package/nodePackages.giant?version=0.0.3')).left).toEqual([200, 3]);
    expect((await remaining('/package/nodePackages.giant?version=0.0.4')).left).toEqual([200, 0]);
    expect((await given.app.get('/package/nodePackages.giant?version=0.0.5')).status).toBe(429);
  });
});
