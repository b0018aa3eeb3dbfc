import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { change, cveRecord, osvRecord } from '../support/worlds/aggregate-world.ts';
import { SEEN } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { checkedAt, putTracker } from '../support/worlds/tracker-rows.ts';

/** An answer, of which a test reads what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const NOW = new Date('2026-11-15T07:59:00.000Z');
const ID = 'CVE-2026-7001';

/** Why an entry may be concerned, its attribute, and what else the collection says of it. */
const ENTRIES: readonly (readonly [why: string, attribute: string, more: object])[] = [
  ['its own name', 'harbour', {}],
  ['the name without `lib`', 'libharbour', {}],
  ['the name without a release line', 'harbour_2', {}],
  ['the name without how it was built', 'harbour-unwrapped', {}],
  ['the name in a set, of which an erratum tells', 'signals.grapnel', { pname: 'grapnel' }],
  ['a CPE name that it declares', 'quay', { meta: { identifiers: { cpe: CPE() } } }],
  ['an issue that names a variation', 'moor-bin', {}],
  ['its own word', 'leaky', { meta: { knownVulnerabilities: [`${ID} is not fixed`] } }],
];

function CPE(): string {
  return 'cpe:2.3:a:tidewater:harbour:1.0:*:*:*:*:*:*:*';
}

describe('a CVE and the packages that it may concern', () => {
  let given: CveApp;
  beforeAll(async () => {
    given = await openCveApp({}, async (db) => {
      const packages = ENTRIES.map(([, attribute, more]) => [
        `nixos-unstable/${attribute}`,
        { pname: attribute, version: '1.0', ...more },
      ]);
      const other = { pname: 'other', version: '1.0' };
      const all = { ...Object.fromEntries(packages), 'nixos-unstable/other': other };
      await projectionStore(db).put('packages', all, SEEN);
      await change(db, 'cve_list_v5', { [ID]: cveRecord(ID, '2026-01-03T00:00:00.000Z', null, {}) });
      const erratum = {
        ...osvRecord('ALSA-2026:7001', 'AlmaLinux:9', 'grapnel', { fixed: '2.0-1.el9' }),
        related: [ID],
      };
      await change(db, 'osv', { 'ALSA-2026:7001': erratum });
      await putTracker(db, { issues: [{ number: 1, cves: [ID], packages: ['moor'] }] });
      await checkedAt(db, ['cve_list_v5', 'osv', 'advisory', 'nvd', 'packages', 'nixpkgs'], NOW);
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  const verdictOf = async (attribute: string) => {
    const { body } = await given.app.get(`/api/v1/vulns/${encodeURIComponent(attribute)}?version=1.0&cve=${ID}`);
    const [match] = body['data'].matches;
    return match === undefined ? null : [body['verdict'], match.confidence];
  };
  const listedAt = async (path: string, member: (data: Json) => readonly Json[]) => {
    const { body } = await given.app.get(`/api/v1${path}`);
    return new Map(member(body['data']).map((each) => [each.attribute, [each.verdict, each.confidence]]));
  };

  it.each(ENTRIES)('find each other by %s', async (_, attribute) => {
    const lookup = await listedAt(`/cve/${ID}`, ({ nixpkgs }) => nixpkgs.packages);
    const graph = await listedAt(`/graph/cve/${ID}/affected`, ({ collection }) => collection);

    const expected = await verdictOf(attribute);
    expect(expected).not.toBeNull();
    expect([lookup.get(attribute), graph.get(attribute)]).toEqual([expected, expected]);
  });

  it('do not find each other where nothing of them is the same', async () => {
    const lookup = await listedAt(`/cve/${ID}`, ({ nixpkgs }) => nixpkgs.packages);

    expect(await verdictOf('other')).toBeNull();
    expect([...lookup.keys()].map(String).toSorted()).toEqual(ENTRIES.map(([, attribute]) => attribute).toSorted());
  });

  it('find each other by their names as long as the entry has no keys', async () => {
    await sql`update collection_package set subject_keys = null where attribute = 'harbour'`.execute(given.db);

    const lookup = await listedAt(`/graph/cve/${ID}/affected`, ({ collection }) => collection);

    expect(lookup.has('harbour')).toBe(true);
  });
});
