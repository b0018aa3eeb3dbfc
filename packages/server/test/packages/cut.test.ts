import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purls } from '../../src/http/routes/packages/purls.ts';
import { affectedOfIds } from '../../src/queries/affected-of-ids.ts';
import { packagesNamed } from '../../src/queries/packages-named.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

/** One more than are read. */
const MANY = 20_001;

const line = (name: string, fixed: string) => [{ ecosystem: 'npm', name, fixed }];

describe('what is too much to be read', () => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp(
      [purls],
      async (store, db) => {
        const ids = Array.from({ length: 8 }, (_, i) => `GHSA-${i}`);
        await store.put('osv', byId(...ids.map((id) => osvSays(id, line('left', '1.0.0')))), SEEN);
        await store.put('osv', byId(osvSays('GHSA-wide', line('wide', '2.0.0'))), SEEN);
        await sql`
        insert into package (ecosystem, release, name)
        select 'Debian', i::text, 'crowd' from generate_series(1, ${MANY}::integer) as i`.execute(db);
        // The record says the same of the package over and over.
        await sql`
        insert into affected (record_id, known_from, package_id, source, withdrawn, claims)
        select record_id, known_from, package_id, source, withdrawn, claims
        from affected join package on package.id = package_id and name = 'wide', generate_series(1, ${MANY}::integer)`.execute(
          db,
        );
        await wasRead(db, 'osv');
      },
      { settings: { bodyLimit: 1 << 20, deadlineMs: 60_000 } },
    );
  }, 120_000);
  afterAll(() => given[Symbol.asyncDispose]());

  async function ask(text: string): Promise<unknown> {
    const { body } = await given.app.get('/api/v1/purls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ purls: [text] }),
    });
    return body['data'].results[0];
  }

  it('makes a verdict unknown where a name stands for too many packages', async () => {
    expect(await ask('pkg:deb/debian/crowd@1.0?arch=source')).toMatchObject({
      verdict: 'unknown',
      unknownReasons: ['limit_reached'],
    });
  });

  it('makes a verdict unknown where the records of a match have too many entries', async () => {
    expect(await ask('pkg:npm/wide@2.0.0')).toMatchObject({ verdict: 'unknown', unknownReasons: ['limit_reached'] });
  });

  it('is left out from the end, record by record, and told', async () => {
    const ids = Array.from({ length: 8 }, (_, i) => `GHSA-${i}`);
    const question = { ids, sources: ['osv'], packageIds: null, at: null } as const;
    const read = async (most: number) => {
      const { entries, complete } = await affectedOfIds(given.db, question, most);
      return { ids: entries.map(({ assertion }) => assertion.record.id), complete };
    };

    expect(await read(3)).toEqual({ ids: ids.slice(0, 3), complete: false });
    expect(await read(100)).toEqual({ ids, complete: true });
  });

  it('is asked for in parts where it is the sum of many names', async () => {
    const names = ['left', 'wide', 'left'].map((name) => ({ name, ecosystem: 'npm' }));

    const whole = await packagesNamed(given.db, names);

    expect(whole.packages.map((found) => found.map(({ name }) => name))).toEqual([['left'], ['wide'], ['left']]);
    expect(await packagesNamed(given.db, names, 2)).toEqual({ packages: whole.packages, complete: true });
    expect((await packagesNamed(given.db, names, 1)).complete).toBe(false);
  });
});
