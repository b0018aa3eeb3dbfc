import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { getSearch, type SearchResult } from '@almanac/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { corpusFile } from '../../../../../test/corpus.ts';
import type { SearchTimes } from '../../../src/app/search/find.ts';
import { searchPage } from '../../../src/app/search/page.ts';
import type { Db } from '../../../src/store/database.ts';

type Query = Readonly<Record<string, string>>;

const QUERIES: readonly Query[] = [
  { q: 'vulnerability' },
  { q: 'kernel update' },
  { q: 'overflow -heap' },
  { q: 'attacker', sort: 'date' },
  { q: 'remote', severity: 'critical' },
  { q: 'attacker', sort: 'severity' },
  { kev: 'true' },
  { kev: 'true', sort: 'severity' },
  { severity: 'high', sort: 'severity' },
  { severity: 'unknown', publishedAfter: '2025-01-01' },
  { ecosystem: 'AlmaLinux' },
  { ecosystem: 'Julia', sort: 'severity' },
  { vendor: 'microsoft', sort: 'date' },
  { cwe: '79', severity: 'medium' },
  { epssMin: '0.5' },
  { publishedAfter: '2024-01-01', publishedBefore: '2024-12-31' },
];

const SEVERITIES = ['critical', 'high', 'medium', 'low'];
const MOST_PAGES = 1_000;

/** Every list is read to its end among real records: each vulnerability comes once, and as many as the total says. */
export function judgePaging(db: () => Db, times: SearchTimes): void {
  const ask = (query: Query) => searchPage(db(), getSearch.query.parse(query), times);

  async function readAll(query: Query) {
    const rows: SearchResult[] = [];
    let totals = new Set<number>();
    let cursor: string | null = '';
    for (let page = 0; page < MOST_PAGES && cursor !== null; page += 1) {
      const found: Awaited<ReturnType<typeof ask>> = await ask({ ...query, limit: '200', ...(cursor && { cursor }) });
      expect([found.totalType, found.truncated]).toEqual(['exact', false]);
      totals = totals.add(found.total);
      rows.push(...found.results);
      cursor = found.nextCursor;
    }
    return { rows, ids: rows.map(({ id }) => id), totals: [...totals] };
  }

  describe('a list', () => {
    it.each(QUERIES)('%j is read to its end', async (query) => {
      const { ids, totals } = await readAll(query);
      console.log(JSON.stringify(query), ids.length);

      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
      expect(totals).toEqual([ids.length]);
    });

    it('by severity falls from the first row to the last of more than 400', async () => {
      const { rows } = await readAll({ q: 'attacker', sort: 'severity' });
      const places = rows.map(({ severity, withdrawn }) =>
        withdrawn ? 9 : severity === null ? 8 : SEVERITIES.indexOf(severity),
      );
      console.log('by severity', rows.length);

      expect(rows.length).toBeGreaterThan(400);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    });

    it('has all that is exploited', async () => {
      const { rows } = await sql<{ cve_id: string }>`select cve_id from kev where known_to is null`.execute(db());
      const { ids, rows: found } = await readAll({ kev: 'true' });
      const named = new Set(found.flatMap(({ id, aliases }) => aliases.concat(id)));

      expect(rows.filter(({ cve_id }) => !named.has(cve_id))).toEqual([]);
      expect(ids.length).toBeLessThanOrEqual(rows.length);
    });

    it('has no erratum of AlmaLinux that names a CVE as a row of its own', async () => {
      const bytes = gunzipSync(readFileSync(corpusFile('osv/almalinux.jsonl.gz'))).toString();
      const errata = bytes.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Erratum]));
      const naming = new Set(errata.filter(({ related = [] }) => related.length > 0).map(({ id }) => id));
      const { ids } = await readAll({ ecosystem: 'AlmaLinux' });
      console.log('AlmaLinux', ids.length, 'rows,', ids.filter((id) => !id.startsWith('CVE-')).length, 'without a CVE');

      expect(ids.filter((id) => naming.has(id))).toEqual([]);
      expect(ids.filter((id) => id.startsWith('CVE-')).length).toBeGreaterThan(100);
    });
  });

  describe('a CVE of which only one source has a record', () => {
    it.each(['kev', 'nvd'])('%s, is found by its id', async (source) => {
      const { rows } = await sql<{ vuln: string }>`
        select vuln from vulnerability_record join source on source.id = vulnerability_record.source
        group by vuln having array_agg(distinct name) = ${[source]}::text[] order by vuln limit 3`.execute(db());

      expect(rows.length).toBeGreaterThan(0);
      for (const { vuln } of rows) {
        const { results } = await ask({ q: vuln.toLowerCase() });
        expect(results[0]).toMatchObject({ id: vuln, sources: [source], match: 'id' });
      }
    });
  });
}

interface Erratum {
  readonly id: string;
  readonly related?: readonly string[];
}
