import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { recordFactsProjection } from '../../src/store/projections/record-facts.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const references = [{ type: 'WEB', url: 'https://example.org/left' }];
const says = (summary: string) =>
  byId(osvSays('GHSA-1', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], { summary, references }));

describe('what a record says besides its packages', () => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp([vulns], async (store, db) => {
      await store.put('osv', says('Left is wrong'), SEEN);
      await wasRead(db, 'osv');
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  /** The answer, and whether a document was read for it. */
  async function ask(version: string) {
    const before = given.app.sent.length;
    const { body } = await given.app.get(`/api/v1/vulns/nodePackages.left?version=${version}`);
    const { title, references } = body['data'].otherMatches[0];
    return {
      answer: { title, references },
      isFromDocument: given.app.sent.slice(before).some((text) => text.includes('blob.packed')),
    };
  }
  const answer = { title: 'Left is wrong', references: ['https://example.org/left'] };

  it('is stored with the record, so that no document is read', async () => {
    expect(await ask('1.0.0')).toEqual({ answer, isFromDocument: false });
  });

  it('is read from the document while it is not stored, and where it is that of an older version', async () => {
    await sql`update record_fact set seq = 0, facts = '[]'`.execute(given.db);
    expect(await ask('1.0.1')).toEqual({ answer, isFromDocument: true });

    await sql`delete from record_fact`.execute(given.db);
    expect(await ask('1.0.2')).toEqual({ answer, isFromDocument: true });

    await rebuild({ db: given.db, now: () => NOW }, recordFactsProjection);
    expect(await ask('1.0.3')).toEqual({ answer, isFromDocument: false });
  });

  it('changes with the record', async () => {
    await given.store.put('osv', says('Left was worse'), new Date(SEEN.getTime() + 1_000));

    expect(await ask('1.0.4')).toEqual({ answer: { ...answer, title: 'Left was worse' }, isFromDocument: false });
  });
});
