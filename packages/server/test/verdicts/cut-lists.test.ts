import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionConcerned } from '../../src/queries/collection-concerned.ts';
import { collectionPackages } from '../../src/queries/collection-packages.ts';
import { cveEvidence } from '../../src/queries/cve-evidence.ts';
import { openDocuments } from '../../src/queries/documents.ts';
import { issuesNaming } from '../../src/queries/issues-naming.ts';
import { recordsCovering } from '../../src/queries/records-covering.ts';
import { subjectsOfRecords } from '../../src/queries/subjects-of-records.ts';
import { trackerAt } from '../../src/queries/tracker-at.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { change, cveRecord } from '../support/worlds/aggregate-world.ts';
import { SEEN } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { checkedAt, putTracker } from '../support/worlds/tracker-rows.ts';

const NOW = new Date('2026-11-15T07:59:00.000Z');
/** Named by one record more than are read. */
const FLOODED = 'CVE-2026-5001';
const QUIET = 'CVE-2026-5002';

/** One more than are read of each. */
const ENTRIES = 2_001;
const ISSUES = 501;
const ERRATA = 501;

describe('a list that is cut', () => {
  let given: CveApp;
  beforeAll(async () => {
    given = await openCveApp({}, async (db) => {
      const store = projectionStore(db);
      const crowd = Array.from({ length: ENTRIES }, (_, i) => [`nixos-unstable/set${i}.crowd`, { version: '1.0' }]);
      const entries = { ...Object.fromEntries(crowd), 'nixos-unstable/crowd': { version: '1.0' } };
      await store.put('packages', { ...entries, 'nixos-unstable/busy': { version: '1.0' } }, SEEN);
      const issues = Array.from({ length: ISSUES }, (_, i) => ({ number: i + 1, cves: [QUIET], packages: ['busy'] }));
      await putTracker(db, { issues });
      await change(db, 'cve_list_v5', {
        [FLOODED]: cveRecord(FLOODED, '2026-01-03T00:00:00.000Z', null, {}),
        [QUIET]: cveRecord(QUIET, '2026-01-03T00:00:00.000Z', null, {}),
      });
      const errata = Array.from({ length: ERRATA }, (_, i) => `ALSA-2026:${1_000 + i}`);
      await change(db, 'osv', Object.fromEntries(errata.map((id) => [id, erratum(id)])));
      await checkedAt(db, ['cve_list_v5', 'osv', 'advisory', 'nvd', 'packages', 'nixpkgs'], NOW);
    });
  }, 60_000);
  afterAll(() => given[Symbol.asyncDispose]());

  it.each([
    ['entries of the collection', '/vulns/crowd?version=1.0'],
    ['issues that name the package', '/vulns/busy?version=1.0'],
    ['errata of the vulnerability', `/vulns/quay?version=1.0&cve=${FLOODED}`],
  ])('leaves the verdict unknown: %s', async (_, path) => {
    const { body } = await given.app.get(`/api/v1${path}`);

    expect([body['verdict'], body['unknownReasons']]).toEqual(['unknown', expect.arrayContaining(['limit_reached'])]);
  });

  it('does not touch a question if its own lists are complete', async () => {
    const { body } = await given.app.get('/api/v1/vulns/quay?version=1.0');

    expect(body['unknownReasons']).not.toContain('limit_reached');
  });

  it('is told of the packages of a CVE', async () => {
    const { body } = await given.app.get(`/api/v1/cve/${FLOODED}`);
    const graph = await given.app.get(`/api/v1/graph/cve/${FLOODED}/affected`);

    expect(body['data'].nixpkgs.unknownReasons).toEqual(['limit_reached']);
    expect(graph.body['data'].unknownReasons).toEqual(['limit_reached']);
  });

  it('is told of the records of a CVE', async () => {
    const { body } = await given.app.get(`/api/v1/cve/${FLOODED}`);
    const { text } = await given.app.get(`/${FLOODED}`);
    const quiet = await given.app.get(`/api/v1/cve/${QUIET}`);

    // The CVE's own record is among those that are read.
    expect([body['data'].recordsLeft, body['data'].osvRecords.length]).toEqual([2, 499]);
    expect(text).toContain('2 more records name it, which are not read');
    expect(quiet.body['data'].recordsLeft).toBeUndefined();
  });

  it.each(['', '/at/2026-11-15'])('is told of the issues of a CVE: %s', async (past) => {
    const { body } = await given.app.get(`/api/v1/cve/${QUIET}${past}`);

    const { issues, unknownReasons } = body['data'].nixpkgs;
    expect([issues.length, unknownReasons]).toEqual([50, ['limit_reached']]);
  });

  it('is told on the page of a package', async () => {
    const { text } = await given.app.get('/package/crowd');

    expect(text).toContain('At least 1,960 more packages have this name.');
  });

  it('is told of a pull request', async () => {
    const { body } = await given.app.get('/api/v1/pr/validate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ diff: DIFF }),
    });

    expect(body['data'].truncated).toBe(true);
    expect(body['data'].packages[0].notes).toContainEqual(
      expect.stringContaining('too many nixpkgs packages have its names to read all; this one may be missing'),
    );
  });

  it('does not hide the attribute itself', async () => {
    const { status } = await given.app.get('/api/v1/graph/package/crowd/transitive');

    expect(status).toBe(200);
  });
});

describe('a limit', () => {
  let given: CveApp;
  beforeAll(async () => {
    given = await openCveApp({}, async (db) => {
      const store = projectionStore(db);
      const entries = ['bow', 'stern', 'xorg.bow', 'mast'].map((name) => [
        `nixos-unstable/${name}`,
        { version: '1.0' },
      ]);
      await store.put('packages', Object.fromEntries(entries), SEEN);
      const named = [['bow'], ['bow', 'stern'], ['stern'], ['Mast']];
      await putTracker(db, { issues: named.map((packages, i) => ({ number: i + 1, cves: [QUIET], packages })) });
      const errata = ['ALSA-2026:1', 'ALSA-2026:2', 'ALSA-2026:3'];
      await change(db, 'osv', Object.fromEntries(errata.map((id) => [id, erratum(id)])));
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it('holds for each name of the collection by itself', async () => {
    const { rows, cut } = await collectionPackages(given.db, ['bow', 'stern', 'mast'], null, 1);

    expect(rows.map(({ attribute }) => attribute)).toEqual(['bow', 'mast', 'stern']);
    expect([...cut]).toEqual(['bow']);
  });

  it('holds for each name of the tracker by itself', async () => {
    const { issues, cut } = await issuesNaming(given.db, ['bow', 'stern', 'mast'], null, 1);

    expect(issues.map(({ number }) => number)).toEqual([4, 3, 2]);
    expect([...cut].toSorted()).toEqual(['bow', 'stern']);
  });

  it.each([
    [2, { ids: ['ALSA-2026:1', 'ALSA-2026:2'], complete: false }],
    [3, { ids: ['ALSA-2026:1', 'ALSA-2026:2', 'ALSA-2026:3'], complete: true }],
  ])('of %i covering records is told', async (most, expected) => {
    expect(await recordsCovering(given.db, [FLOODED], null, most)).toEqual(expected);
  });

  it('of the records of a CVE keeps the nearest', async () => {
    const { records, recordsLeft } = await cveEvidence(given.db, FLOODED, 2);

    expect([records.map(({ key }) => key), recordsLeft]).toEqual([['ALSA-2026:1', 'ALSA-2026:2'], 1]);
    expect((await cveEvidence(given.db, FLOODED, 3)).recordsLeft).toBe(0);
  });

  it.each([
    [3, [4, 3, 2], false],
    [4, [4, 3, 2, 1], true],
  ])('of %i records of the tracker keeps the newest, and is told', async (most, numbers, complete) => {
    const asked = { id: QUIET, at: NOW, clock: 'known' } as const;

    const read = await trackerAt(given.db, openDocuments(), asked, most);

    const found = read.issues.map(({ number }) => number).toSorted((a, b) => b - a);
    expect([found, read.complete]).toEqual([numbers, complete]);
  });

  it('of subjects and of what they concern is told', async () => {
    const question = { ids: ['ALSA-2026:1', 'ALSA-2026:2'], sources: ['osv'], at: null } as const;
    const isWhole = async (most: number) => (await subjectsOfRecords(given.db, question, most)).complete;
    const isFound = async (most: number) => (await collectionConcerned(given.db, ['bow'], null, most)).complete;

    expect([await isWhole(1), await isWhole(2)]).toEqual([false, true]);
    expect([await isFound(1), await isFound(2)]).toEqual([false, true]);
  });
});

function erratum(id: string): object {
  const affected = [{ package: { ecosystem: 'AlmaLinux:9', name: `quay-${id.slice(10)}` }, ranges: [] }];
  return { id, modified: '2026-01-04T00:00:00Z', related: [FLOODED], affected };
}

const DIFF = `diff --git a/pkgs/by-name/cr/crowd/package.nix b/pkgs/by-name/cr/crowd/package.nix
--- a/pkgs/by-name/cr/crowd/package.nix
+++ b/pkgs/by-name/cr/crowd/package.nix
@@ -1,5 +1,5 @@
 { stdenv }:
 stdenv.mkDerivation {
   pname = "crowd";
-  version = "1.0";
+  version = "1.1";
 }
`;
