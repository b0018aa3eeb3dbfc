import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byId, osvSays, wasRead } from '../support/worlds/package-world.ts';
import { cycloneDx, library, openSbomWorld, type SbomWorld } from '../support/worlds/sbom-world.ts';

const FIRST = new Date('2026-03-01T00:00:00.000Z');
const LATER = new Date('2026-06-01T00:00:00.000Z');
const old = { published: '2026-02-01T00:00:00Z', modified: '2026-02-02T00:00:00Z' };
const moved = { published: '2026-02-01T00:00:00Z', modified: '2026-05-25T00:00:00Z' };
const says = (name: string, fixed: string, more: object) =>
  osvSays(`GHSA-${name}-xxxx-xxxx`, [{ ecosystem: 'npm', name, fixed }], more);

interface Difference {
  readonly id: string;
  readonly change: string;
  readonly why: string;
  readonly at: string | null;
  readonly past: { readonly affectedVersions: string; readonly records: readonly Dated[] } | null;
  readonly now: { readonly affectedVersions: string; readonly records: readonly Dated[] } | null;
}
interface Dated {
  readonly source: string;
  readonly record: string;
  readonly sha256: string;
  readonly reconstructed: boolean;
}
interface Compared {
  readonly component: { readonly purl: string };
  readonly past: { readonly verdict: string };
  readonly now: { readonly verdict: string };
  readonly same: readonly { readonly id: string }[];
  readonly differences: readonly Difference[];
}

describe('POST /sbom/time-travel', () => {
  let world: SbomWorld;
  beforeAll(async () => {
    world = await openSbomWorld();
    const { store, db } = world;
    // Read on the day that is asked about, and now.
    for (const at of ['2026-04-01T00:00:00Z', '2026-04-01T23:50:00Z']) await wasRead(db, 'osv', { at: new Date(at) });
    await wasRead(db, 'osv');
    await store.put(
      'osv',
      byId(
        says('stayed', '2.0.0', old),
        says('withdrawn', '2.0.0', old),
        says('narrowed', '2.0.0', old),
        says('widened', '2.0.0', old),
        says('removed', '2.0.0', old),
        says('refused', '2.0.0', { ...old, aliases: ['CVE-2026-7001'] }),
      ),
      FIRST,
    );
    // What the advisory says stays as it is.
    const cveMetadata = { cveId: 'CVE-2026-7001', state: 'REJECTED', dateRejected: '2026-05-28T00:00:00.000Z' };
    await store.put('cve_list_v5', { 'CVE-2026-7001': { cveMetadata, containers: { cna: {} } } }, LATER);
    await store.put(
      'osv',
      {
        ...byId(
          says('withdrawn', '2.0.0', { ...moved, withdrawn: '2026-05-20T00:00:00Z' }),
          says('narrowed', '1.0.0', moved),
          says('widened', '2.5.0', moved),
          says('appeared', '2.0.0', { published: '2026-05-15T00:00:00Z', modified: '2026-05-15T00:00:00Z' }),
          says('late', '2.0.0', old),
        ),
        'GHSA-removed-xxxx-xxxx': null,
      },
      LATER,
    );
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const NAMES = ['stayed', 'withdrawn', 'narrowed', 'widened', 'removed', 'appeared', 'late', 'refused'];
  const travel = (clock: string, date: unknown = '2026-04-01', more: { keyless?: boolean } = {}) =>
    world.send(
      { sbom: cycloneDx(NAMES.map((name) => library(`pkg:npm/${name}@1.5.0`))), date },
      { path: `/sbom/time-travel${clock}`, ...more },
    );
  const told = (components: readonly Compared[]) =>
    components.map(({ component, past, now, same, differences }) => [
      component.purl.slice(8, -6),
      past.verdict,
      now.verdict,
      same.length,
      ...differences.map(({ change, why, at }) => `${change} ${why} ${at?.slice(0, 10)}`),
    ]);

  it('tells by our own clock what was known then, what is now, and what lies between', async () => {
    const { status, body } = await travel('?clock=known');

    expect(status).toBe(200);
    const { components, past, now, difference } = body['data'];
    expect(told(components)).toEqual([
      ['stayed', 'affected', 'affected', 1],
      ['withdrawn', 'affected', 'none_known', 0, 'no_longer record_withdrawn 2026-05-20'],
      ['narrowed', 'affected', 'not_affected', 0, 'no_longer range_changed 2026-05-25'],
      ['widened', 'affected', 'affected', 0, 'changed range_changed 2026-06-01'],
      ['removed', 'affected', 'none_known', 0, 'no_longer record_removed 2026-06-01'],
      ['appeared', 'none_known', 'affected', 0, 'newly_known record_appeared 2026-06-01'],
      ['late', 'none_known', 'affected', 0, 'newly_known record_appeared 2026-06-01'],
      ['refused', 'affected', 'unknown', 0, 'changed cve_rejected 2026-05-28'],
    ]);
    expect(difference).toEqual({ newlyKnown: 2, noLonger: 3, changed: 2, same: 1 });
    expect([past.at, past.findings, past.basis]).toEqual(['2026-04-01T23:59:59.999Z', 6, 'observed']);
    expect([past.components.affected, now.components.affected, now.findings]).toEqual([6, 4, 5]);
  });

  it('takes the date of today, which means now', async () => {
    const today = new Date(world.app.clock.now).toISOString();

    const { status, body } = await travel('', today.slice(0, 10));

    expect([status, body['data'].past.at]).toEqual([200, today]);
  });

  it('counts what lies between as it counts either side: for every component', async () => {
    const twice = ['stayed', 'stayed', 'withdrawn', 'withdrawn', 'appeared'];
    const sbom = cycloneDx(twice.map((name) => library(`pkg:npm/${name}@1.5.0`)));

    const { body } = await world.send({ sbom, date: '2026-04-01' }, { path: '/sbom/time-travel?clock=known' });

    const { past, now, difference } = body['data'];
    expect(difference).toEqual({ newlyKnown: 1, noLonger: 2, changed: 0, same: 2 });
    expect([past.findings, now.findings]).toEqual([4, 3]);
  });

  it('tells by the clock of the sources, which is usual, what they had published then', async () => {
    const { body } = await travel('');

    const { components, past, clock } = body['data'];
    expect([clock, past.basis, past.reconstructed]).toEqual(['true', 'reconstructed', true]);
    expect(told(components).slice(3)).toEqual([
      ['widened', 'affected', 'affected', 0, 'changed range_changed 2026-05-25'],
      ['removed', 'affected', 'none_known', 0, 'no_longer record_removed 2026-06-01'],
      ['appeared', 'none_known', 'affected', 0, 'newly_known record_appeared 2026-05-15'],
      ['late', 'affected', 'affected', 1],
      ['refused', 'affected', 'unknown', 0, 'changed cve_rejected 2026-05-28'],
    ]);
    const early = await travel('', '2026-02-15');
    // Of what its source no longer has there is no date.
    expect(early.body['data'].past).toMatchObject({ findings: 6, reconstructed: true });
    const widened = early.body['data'].components.find((one: Compared) => one.component.purl.includes('widened'));
    expect(widened.differences[0].past.records[0]).toMatchObject({ reconstructed: true, source: 'osv' });
    expect((await travel('', '2026-01-15')).body['data'].past).toMatchObject({ findings: 0, verdict: 'none_known' });
  });

  it('does not call a day observed on which no source had been read, nor its sources up to date', async () => {
    const { body } = await travel('', '2026-01-15');

    const { past, now, components } = body['data'];
    expect([past.basis, past.reconstructed, now.basis]).toEqual(['reconstructed', false, 'observed']);
    expect(components.length).toBeGreaterThan(0);
    for (const { past: side } of components) {
      expect(side.verdictReason).toBe('Reconstructed: no record dated by its source up to then applies.');
    }
  });

  it('vouches for nothing at an instant at which no source had been read', async () => {
    const { body } = await travel('?clock=known', '2026-04-20');
    const clean = body['data'].components.filter((one: Compared) => one.past.verdict === 'none_known');

    expect(clean).toEqual([]);
    expect(told(body['data'].components)).toContainEqual(expect.arrayContaining(['appeared', 'unknown', 'affected']));
  });

  it('proves each side with the bytes of its own time', async () => {
    const { body } = await travel('?clock=known');

    const { differences } = body['data'].components[3] as Compared;
    const [past, now] = [differences[0]?.past, differences[0]?.now];
    expect([past?.affectedVersions, now?.affectedVersions]).toEqual(['< 2.0.0', '< 2.5.0']);
    expect(past?.records[0]?.record).toBe('GHSA-widened-xxxx-xxxx');
    expect(past?.records[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(past?.records[0]?.sha256).not.toBe(now?.records[0]?.sha256);
  });

  it('needs a key only for more than a thousand components', async () => {
    const many = cycloneDx(Array.from({ length: 1_001 }, (_, i) => library(`pkg:npm/n-${i}@1.0.0`)));

    const few = await travel('', '2026-04-01', { keyless: true });
    const keyless = await world.send({ date: '2026-04-01', sbom: many }, { path: '/sbom/time-travel', keyless: true });
    const keyed = await world.send({ date: '2026-04-01', sbom: many }, { path: '/sbom/time-travel' });

    expect([few.status, keyless.status, keyless.body['code'], keyed.status]).toEqual([200, 401, 'AUTH_REQUIRED', 200]);
  });

  it.each([
    ['no date', { sbom: {} }, "Member 'date'"],
    ['a date that is none', { sbom: {}, date: 'yesterday' }, "Member 'date': expected a date"],
    ['the future', { sbom: {}, date: '2027-01-01' }, "Member 'date' is in the future"],
    ['no document', { date: '2026-04-01' }, "Member 'sbom': the document is missing"],
    ['a bare document', cycloneDx([]), "Member 'date'"],
  ])('refuses %s', async (_name, body, error) => {
    const answer = await world.send(body, { path: '/sbom/time-travel' });

    expect([answer.status, answer.body['code']]).toEqual([400, 'BODY_INVALID']);
    expect(answer.body['error']).toContain(error);
  });
});
