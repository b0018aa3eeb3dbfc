import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { change, cveRecord } from '../support/worlds/aggregate-world.ts';

const ID = 'CVE-2026-3001';
/** One more than are looked up. */
const PRODUCTS = Array.from({ length: 1_001 }, (_, i) => {
  return { package: { ecosystem: 'npm', name: `board-${i}` }, ranges: [] };
});

describe('a CVE with more products than are looked up in the collection', () => {
  let given: CveApp;
  beforeAll(async () => {
    given = await openCveApp({}, async (db) => {
      await change(db, 'cve_list_v5', { [ID]: cveRecord(ID, '2026-01-03T00:00:00.000Z', null, {}) });
      const osv = { id: 'GHSA-many-many-many', modified: '2026-01-04T00:00:00Z', aliases: [ID], affected: PRODUCTS };
      await change(db, 'osv', { 'GHSA-many-many-many': osv });
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it('says in the lookup that packages may be missing', async () => {
    const { body } = await given.app.get(`/api/v1/cve/${ID}`);

    expect(body['data'].nixpkgs).toEqual({ issues: [], packages: [], unknownReasons: ['limit_reached'] });
  });

  it('says so in the graph', async () => {
    const { body } = await given.app.get(`/api/v1/graph/cve/${ID}/affected`);

    expect([body['data'].collection, body['data'].unknownReasons]).toEqual([[], ['limit_reached']]);
  });

  it('says so on its page', async () => {
    const { text } = await given.app.get(`/${ID}`);

    expect(text).toContain('Some may be missing here.');
  });
});

describe('a CVE whose name more entries of the collection bear than are judged', () => {
  const CVE = 'CVE-2026-3002';
  const PRODUCT = 'harbour';
  let given: CveApp;
  beforeAll(async () => {
    given = await openCveApp({}, async (db) => {
      await change(db, 'cve_list_v5', {
        [CVE]: cveRecord(CVE, '2026-01-03T00:00:00.000Z', null, { lessThan: '2.0' }),
      });
      const members = Array.from({ length: 250 }, (_, i) => `beam.packages.erlang_${i}.${PRODUCT}`);
      const entries = [...members, PRODUCT].map((attribute) => [
        `nixos-unstable/${attribute}`,
        { pname: PRODUCT, version: '1.0' },
      ]);
      await change(db, 'packages', Object.fromEntries(entries) as Record<string, object>);
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it('judges the one that records name, and says of the rest that they were not judged', async () => {
    const { body } = await given.app.get(`/api/v1/cve/${CVE}`);
    const packages = body['data'].nixpkgs.packages as {
      attribute: string;
      verdict: string;
      unknownReasons: string[];
    }[];

    expect(packages.find(({ attribute }) => attribute === PRODUCT)?.unknownReasons).not.toContain('limit_reached');
    expect(packages.some(({ unknownReasons }) => unknownReasons.includes('limit_reached'))).toBe(true);
  });
});
