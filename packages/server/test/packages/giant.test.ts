import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osv } from '../../src/http/routes/packages/osv.ts';
import { remediation } from '../../src/http/routes/sbom/remediation.ts';
import { fillGiant, idOfAdvisory as idOf } from '../support/worlds/giant-package.ts';
import { openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const ADVISORIES = 10_000;

describe('a package with ten thousand advisories', () => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp(
      [osv, remediation],
      async (_store, db) => {
        await fillGiant(db, 'giant', ADVISORIES);
        await wasRead(db, 'osv');
      },
      { settings: { deadlineMs: 60_000 } },
    );
  }, 120_000);
  afterAll(() => given[Symbol.asyncDispose]());

  async function walk(query: string, onPage: (page: number) => Promise<void> = async () => {}) {
    const ids: string[] = [];
    const totals = new Set<number>();
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page += 1) {
      const { body, text } = await given.app.get(
        `/api/v1/osv/giant?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      const { vulnerabilities, truncated, total, nextCursor } = body['data'];
      const list = Array.isArray(vulnerabilities) ? vulnerabilities : (vulnerabilities.npm ?? []);
      expect(list.length).toBeLessThanOrEqual(1_000);
      expect(text.length).toBeLessThan(500_000);
      expect(truncated).toBe(nextCursor !== null);
      ids.push(...list.map(({ id }: { id: string }) => id));
      totals.add(total);
      cursor = nextCursor;
      await onPage(page);
    }
    return { ids, totals: [...totals] };
  }

  it('is walked page by page, completely and without a duplicate, while records come', async () => {
    const { ids, totals } = await walk('ecosystem=npm', async (page) => {
      if (page !== 3) return;
      // One before and one behind where the walk is.
      const late = ['CVE-2026-10000-0', 'CVE-2026-19998-0'].map((id) => [
        id,
        osvSays(id, [{ ecosystem: 'npm', name: 'giant', fixed: '0.0.1' }]),
      ]);
      await given.store.put('osv', Object.fromEntries(late), new Date(SEEN.getTime() + 1_000));
    });

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !id.endsWith('-0'))).toEqual(Array.from({ length: ADVISORIES }, (_, i) => idOf(i)));
    expect(ids).toContain('CVE-2026-19998-0');
    expect(totals).toEqual([ADVISORIES, ADVISORIES + 2]);
  });

  it('is walked in the form without an ecosystem, and by pages of any size', async () => {
    const { body } = await given.app.get('/api/v1/osv/giant?limit=7');
    const next = await given.app.get(`/api/v1/osv/giant?limit=5000&cursor=${body['data'].nextCursor}`);

    expect(body['data'].vulnerabilities.npm).toHaveLength(7);
    expect(next.body['data'].vulnerabilities.npm).toHaveLength(1_000);
    expect(next.body['data'].vulnerabilities.npm[0].id).toBe(idOf(6));
  });

  it('is filtered by version, all of it', async () => {
    const { ids, totals } = await walk('ecosystem=npm&version=5000.1.0');
    const wanted = Array.from({ length: ADVISORIES }, (_, n) => n).filter(
      (n) => n === 5_000 || (n % 10 === 0 && n > 5_000),
    );

    expect(ids).toEqual(wanted.map(idOf));
    expect(totals).toEqual([wanted.length]);
    const clean = await given.app.get('/api/v1/osv/giant?ecosystem=npm&version=99999.0.0');
    expect([clean.body['data'].vulnerabilities, clean.body['verdict']]).toEqual([[], 'not_affected']);
  });

  it('is planned for as many versions as there is time for, and says so', async () => {
    const versions = ['1.1.0', '1.2.0', '1.3.0', '2.1.0', '2.2.0', '2.3.0'];
    const { body } = await given.app.get('/api/v1/remediation/plan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ packages: versions.map((version) => `pkg:nix/giant@${version}`) }),
    });

    const { plans, totals, notes } = body['data'];
    expect(plans.length).toBeGreaterThan(1);
    expect(plans.map(({ current }: { current: string }) => current)).toEqual(versions.slice(0, plans.length));
    expect(totals.notPlanned).toBe(versions.length - plans.length);
    expect(notes).toContainEqual(expect.stringContaining(`only ${plans.length} of its 6 versions were planned`));
  });
});
