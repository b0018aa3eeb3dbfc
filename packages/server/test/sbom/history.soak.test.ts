import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { affectedRows } from '../../src/projections/affected/rows.ts';
import { takenLines } from '../support/corpus/records.ts';
import { recordOf } from '../support/worlds/record-of.ts';
import { cycloneDx, library, openSbomWorld } from '../support/worlds/sbom-world.ts';

interface Side {
  readonly records: readonly { readonly record: string; readonly sha256: string }[];
}

interface Compared {
  readonly differences: readonly {
    readonly id: string;
    readonly change: string;
    readonly why: string;
    readonly past: Side | null;
    readonly now: Side | null;
  }[];
}

describe.skipIf(!hasCorpus)('time travel through real history', () => {
  /** Records of the CVE list that name packages of registries, as they stood on 24 October 2024 and three months later. */
  it('shows what came, and what changed its mind', async () => {
    await using world = await openSbomWorld();
    const mark = '"cveId":"';
    const quarter = new Map(
      Array.from(takenLines('cve-list/previous-quarter.jsonl.gz', mark, 1), ({ id, text }) => [id, text]),
    );
    const [before, after]: [Record<string, string>, Record<string, string>] = [{}, {}];
    const purls = new Set<string>();
    for (const { id, text } of takenLines('cve-list/records.jsonl.gz', mark, 1)) {
      if (!text.includes('"collectionURL"')) continue;
      const { rows } = affectedRows(recordOf('cve_list_v5', JSON.parse(text), { key: id }));
      const of = rows.flatMap(({ package: one, claims }) => purlsOf(one.ecosystem, one.name, claims));
      if (of.length === 0) continue;
      for (const purl of of) purls.add(purl);
      after[id] = text;
      const { dateUpdated } = (JSON.parse(text) as { cveMetadata: { dateUpdated: string } }).cveMetadata;
      const past = quarter.get(id) ?? (dateUpdated < '2024-10-24' ? text : undefined);
      if (past !== undefined) before[id] = past;
    }
    await world.store.put('cve_list_v5', before, new Date('2024-10-25T02:00:00Z'));
    await world.store.put('cve_list_v5', after, new Date('2025-01-24T08:00:00Z'));

    const { status, body } = await world.send(
      { sbom: cycloneDx([...purls].map((purl) => library(purl))), date: '2024-10-31' },
      { path: '/sbom/time-travel?clock=known' },
    );

    expect(status).toBe(200);
    const { components, past, now, difference } = body['data'] as {
      components: Compared[];
      past: { findings: number };
      now: { findings: number };
      difference: Record<string, number>;
    };
    console.log(
      `Real history: ${Object.keys(before).length} records then, ${Object.keys(after).length} now, ${purls.size} components;`,
      `findings ${past.findings} then, ${now.findings} now; ${JSON.stringify(difference)}`,
    );
    const differences = components.flatMap((one) => one.differences);
    for (const { id, change, past: was, now: is } of differences) {
      const [past, now] = [
        was?.records.some(({ record }) => record in before),
        is?.records.some(({ record }) => record in after),
      ];
      expect([id, change, past, now]).toEqual([
        id,
        change,
        change === 'newly_known' ? undefined : true,
        change === 'no_longer' ? undefined : true,
      ]);
    }
    const appeared = differences.filter(({ why }) => why === 'record_appeared');
    expect(appeared.length).toBeGreaterThan(20);
    for (const { id } of appeared) expect(id in before).toBe(false);
    const ranged = differences.filter(({ why }) => why === 'range_changed');
    expect(ranged.length).toBeGreaterThan(0);
    for (const { id } of ranged) expect(before[id]).not.toBe(after[id]);
  });
});

const TYPES: Readonly<Record<string, string>> = {
  Packagist: 'composer',
  Go: 'golang',
  Maven: 'maven',
  npm: 'npm',
  PyPI: 'pypi',
  NuGet: 'nuget',
  RubyGems: 'gem',
  'crates.io': 'cargo',
};

/** The package in versions that the record's own bounds name. */
function purlsOf(ecosystem: string | null, name: string, claims: string): string[] {
  const type = TYPES[ecosystem ?? ''];
  if (type === undefined) return [];
  const versions = [...claims.matchAll(/"[ilf](\d[\w.-]{0,30})"/g)].flatMap(([, version]) => version ?? []);
  const path = name
    .split(type === 'maven' ? ':' : '/')
    .map(encodeURIComponent)
    .join('/');
  // One that is beyond every bound, too: some records changed their word on those alone.
  return [...new Set(versions.slice(0, 2)), '999.0.0'].map((version) => `pkg:${type}/${path}@${version}`);
}
