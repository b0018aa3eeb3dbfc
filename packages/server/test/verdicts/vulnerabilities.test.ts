import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { upstreamCves } from '../../src/queries/upstream-cves.ts';
import { type FindingWorld, findingWorld, madeCve, madeKev, madeOsv } from '../support/worlds/finding-world.ts';

let world: FindingWorld;

beforeAll(async () => {
  world = await findingWorld();
});
afterEach(() => world.database.reset());
afterAll(() => world[Symbol.asyncDispose]());

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const [A, B, C] = ['CVE-2026-1001', 'CVE-2026-1002', 'CVE-2026-1003'] as const;

const listed = (id: string) => ({ [id]: madeCve(id, { description: 'A flaw.', severity: 'high' }) });
const linked = (id: string, links: object) => ({ [id]: { ...madeOsv(id, { summary: `About ${id}` }), ...links } });

/** Which records each vulnerability has. */
async function grouped(): Promise<Record<string, string>> {
  const { rows } = await sql<{ vuln: string; ids: string[] }>`
    select vuln, array_agg(id order by id) as ids from vulnerability_record group by vuln order by vuln`.execute(
    world.databases.primary,
  );
  const { rows: summaries } = await sql<{ key: string }>`select key from vulnerability order by key`.execute(
    world.databases.primary,
  );
  expect(summaries.map(({ key }) => key)).toEqual(rows.map(({ vuln }) => vuln));
  return Object.fromEntries(rows.map(({ vuln, ids }) => [vuln, ids.join(' ')]));
}

describe('the vulnerabilities of records', () => {
  it('are one for aliases, however many steps apart', async () => {
    await world.store.put('cve_list_v5', listed(A), day(1));
    await world.store.put('osv', linked('GO-2026-1', { aliases: ['GHSA-2222-2222-2222'] }), day(1));
    await world.store.put('osv', linked('GHSA-2222-2222-2222', { aliases: [A] }), day(2));

    expect(await grouped()).toEqual({ [A]: `${A} GHSA-2222-2222-2222 GO-2026-1` });
  });

  it('come apart when an alias is taken back, also of records that did not change', async () => {
    await world.store.put('osv', linked('GO-2026-1', { aliases: ['GHSA-2222-2222-2222'] }), day(1));
    await world.store.put('osv', linked('GHSA-2222-2222-2222', { aliases: [A] }), day(1));
    await world.store.put('osv', linked('ALSA-2026:1', { related: [A] }), day(1));
    await world.store.put('osv', linked('GHSA-2222-2222-2222', { aliases: [] }), day(2));

    expect(await grouped()).toEqual({ [A]: 'ALSA-2026:1', 'GHSA-2222-2222-2222': 'GHSA-2222-2222-2222 GO-2026-1' });
  });

  it('are those of its origin for a record of a distribution', async () => {
    await world.store.put('cve_list_v5', listed(A), day(1));
    await world.store.put('osv', linked(`ALPINE-${A}`, { upstream: [A] }), day(1));
    await world.store.put('osv', linked('USN-1-1', { upstream: [`UBUNTU-${A}`] }), day(1));

    expect(await grouped()).toEqual({ [A]: `ALPINE-${A} ${A} USN-1-1` });
  });

  it('are all that an erratum fixes, and follow when two of them turn out to be one', async () => {
    await world.store.put('osv', linked('ALSA-2026:1', { related: [A, B, C] }), day(1));
    const before = await grouped();
    await world.store.put('osv', linked('GO-2026-1', { aliases: [A, B] }), day(2));

    expect(before).toEqual({ [A]: 'ALSA-2026:1', [B]: 'ALSA-2026:1', [C]: 'ALSA-2026:1' });
    expect(await grouped()).toEqual({ [A]: 'ALSA-2026:1 GO-2026-1', [C]: 'ALSA-2026:1' });
  });

  it('are not those that are merely related', async () => {
    await world.store.put('osv', linked('GO-2026-1', { related: [A] }), day(1));

    expect(await grouped()).toEqual({ 'GO-2026-1': 'GO-2026-1' });
  });

  it('are gone with their last record', async () => {
    await world.store.put('osv', linked('ALSA-2026:1', { related: [A, B] }), day(1));
    await world.store.put('kev', { [A]: madeKev(A) }, day(1));
    await world.store.put('osv', { 'ALSA-2026:1': null }, day(2));

    expect(await grouped()).toEqual({ [A]: A });
  });

  it('are what matching takes an erratum to cover, at any time', async () => {
    await world.store.put('osv', linked('ALSA-2026:1', { related: [A, B] }), day(1));
    await world.store.put('osv', linked('ALSA-2026:1', { related: [B] }), day(3));
    const { rows } = await sql<{ id: number }>`select id from record`.execute(world.databases.primary);
    const at = (when: Date | null) =>
      upstreamCves(
        world.databases.primary,
        rows.map(({ id }) => id),
        when,
      );

    expect([await at(null), await at(day(2))]).toEqual([
      new Map([['ALSA-2026:1', [B]]]),
      new Map([['ALSA-2026:1', [A, B]]]),
    ]);
  });
});

describe('the summary of a vulnerability', () => {
  async function summary(id: string) {
    const { rows } = await sql<{ severity: string | null; published: Date | null; kev: boolean; withdrawn: boolean }>`
      select severity, published, kev, withdrawn from vulnerability where key = ${id}`.execute(world.databases.primary);
    return rows[0];
  }

  it('is that of the CVE list, and an erratum of several says nothing against it', async () => {
    const worst = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
    await world.store.put('osv', linked('ALSA-2026:1', { related: [A, B], severity: worst }), day(1));
    await world.store.put('cve_list_v5', listed(A), day(1));
    await world.store.put('kev', { [A]: madeKev(A) }, day(1));

    expect(await summary(A)).toMatchObject({ severity: 'high', kev: true, withdrawn: false });
    expect(await summary(B)).toMatchObject({ severity: 'critical', kev: false });
  });

  it('is withdrawn where the CVE list rejects it, unless another CVE of the group is published', async () => {
    const rejected = { [A]: madeCve(A, { description: 'A duplicate.', rejected: true }) };
    await world.store.put('cve_list_v5', rejected, day(1));
    await world.store.put('osv', linked('GO-2026-1', { aliases: [A] }), day(1));
    const alone = await summary(A);
    await world.store.put('osv', linked('GO-2026-1', { aliases: [A, B] }), day(2));
    await world.store.put('cve_list_v5', listed(B), day(2));

    expect([alone?.withdrawn, (await summary(A))?.withdrawn]).toEqual([true, false]);
  });
});
