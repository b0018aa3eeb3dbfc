import { createHash } from 'node:crypto';
import { OSV_FILES } from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusLines, hasCorpus } from '../../../../test/corpus.ts';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

/** Real CVEs, each for something of its own, and what has to be said of it. */
const NAMED = {
  'CVE-2024-23897': { availability: 'published', severity: 'critical', score: 9.8, osv: 1 },
  // Fifteen name it as an alias, one as its origin, and twenty-nine only mention it; one more only in its text.
  'CVE-2023-44487': { availability: 'published', severity: 'high', score: 7.5, osv: 45 },
  'CVE-2024-3094': { availability: 'published', severity: 'critical', score: 10, osv: 1 },
  'CVE-2018-7600': { availability: 'partial', severity: null, score: null, osv: 1 },
  'CVE-2021-33026': { availability: 'published', severity: 'critical', score: 9.8, osv: 1 },
  'CVE-2024-41661': { availability: 'rejected', severity: null, score: null, osv: 0 },
  'CVE-2022-33124': { availability: 'withdrawn', severity: null, score: null, osv: 1 },
} as const;
type Named = keyof typeof NAMED;
const IDS = Object.keys(NAMED) as Named[];
const AT = new Date('2026-08-22T00:00:00Z');

describe.skipIf(!hasCorpus)('real CVEs, one by one', () => {
  let given: CveApp;
  let app: TestApp;
  beforeAll(async () => {
    given = await openCveApp({}, fill);
    ({ app } = given);
  }, 120_000);
  afterAll(() => given[Symbol.asyncDispose]());

  it.each(IDS)('%s', async (id) => {
    const { availability, severity, score, osv } = NAMED[id];
    const { status, body, headers } = await app.get(`/api/v1/cve/${id}/dossier`);

    expect([status, headers.get('x-dossier-availability')]).toEqual([200, availability]);
    expect(body['canonical']).toMatchObject({ id, availability, severity, cvssScore: score });
    const { data, integrity, sourceUrl } = body['lookup'];
    expect(data.osvRecords?.length ?? 0).toBe(osv);
    const listed = availability === 'published' || availability === 'rejected';
    expect(data.primary?.id ?? null).toBe(listed ? id : null);
    expect(sourceUrl).toBe(listed ? addressOf(id) : null);
    for (const [source, sha256] of Object.entries<string>(integrity.sources)) {
      const bytes = Buffer.from(await (await fetch(`${app.url}/api/v1/evidence/${sha256}`)).arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(JSON.parse(bytes.toString())).toEqual(data.sources[source]);
    }
    const primary =
      data.primary === null ? null : createHash('sha256').update(JSON.stringify(data.primary)).digest('hex');
    expect(integrity.primaryHash).toBe(primary);
  });

  it('CVE-2024-23897 is fixed in the versions that Jenkins names', async () => {
    const { body } = await app.get('/api/v1/cve/CVE-2024-23897/dossier');

    const versions = body['agentHints'].knownFixedVersions.map(({ version }: { version: string }) => version);
    expect(versions).toEqual(expect.arrayContaining(['2.426.3', '2.442']));
  });

  it('CVE-2021-33026 stays published while its OSV record is withdrawn, which is a conflict', async () => {
    const { body } = await app.get('/api/v1/cve/CVE-2021-33026/dossier');

    expect(body['quality'].conflicts.map(({ code }: { code: string }) => code)).toContain('STATE_DISAGREES');
    expect(body['agentHints'].safeForAutomation).toBe(false);
  });

  it('CVE-2024-41661 says what replaces it, and yields no remediation', async () => {
    const { body } = await app.get('/api/v1/cve/CVE-2024-41661/dossier');

    expect(body['lookup'].data.primary.replacedBy).toEqual(['CVE-2023-50094']);
    expect(body['agentHints'].knownFixedVersions).toEqual([]);
  });
});

async function fill(db: Db): Promise<void> {
  const store = projectionStore(db);
  for await (const line of corpusLines('cve-list/records.jsonl.gz')) {
    const id = IDS.find((wanted) => line.includes(`"cveId":"${wanted}"`));
    if (id !== undefined) await store.put('cve_list_v5', { [id]: line }, AT);
  }
  for (const file of OSV_FILES) {
    for await (const line of corpusLines(`osv/${file}.jsonl.gz`)) {
      if (IDS.some((id) => line.includes(id))) await store.put('osv', { [JSON.parse(line).id]: line }, AT);
    }
  }
}

function addressOf(id: string): string {
  const [, year, number = ''] = id.split('-');
  return `https://github.com/CVEProject/cvelistV5/blob/main/cves/${year}/${number.slice(0, -3)}xxx/${id}.json`;
}
