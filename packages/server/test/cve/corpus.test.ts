import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { cveSummaries } from '../../src/app/cve/cve-summaries.ts';
import type { Db } from '../../src/store/database.ts';
import type { TestApp } from '../support/app.ts';
import { compareBodies } from '../support/corpus/compare-bodies.ts';
import { fillFromCorpus, OBSERVED } from '../support/corpus/cve-corpus.ts';
import { type Walk, walkCves } from '../support/corpus/cve-walk.ts';
import type { CveHistory } from '../support/corpus/cves.ts';
import type { Share } from '../support/corpus/records.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';

/** One in so many; all of them by `CORPUS_SHARE=1 npx vitest run packages/server/test/cve/corpus.test.ts`. */
const share = Number(process.env['CORPUS_SHARE'] ?? 100) as Share;

describe.skipIf(!hasCorpus)('answers about real CVEs', () => {
  let given: CveApp;
  let app: TestApp;
  let history: CveHistory;
  beforeAll(async () => {
    given = await openCveApp({}, async (db) => {
      history = await fillFromCorpus(db, share);
    });
    ({ app } = given);
  }, 3_600_000);
  afterAll(() => given[Symbol.asyncDispose]());

  it('are valid for every CVE, and so are their pages', async () => {
    const all = [...new Set(history.records.map(({ id }) => id))];
    const ids = share === 1 ? all : all.filter((_, i) => i % 8 === 0);

    const { grades, conflicts, faults, chosen } = await walkCves(app, ids);

    console.log(`${ids.length} CVEs, grades ${shown(grades)}, conflicts ${shown(conflicts)}`);
    expect(faults).toEqual([]);
    expect([...grades.values()].reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    expect(await otherwiseInLists(given.db, chosen)).toEqual([]);
  }, 7_200_000);

  it('are the same from stored bodies', async () => {
    const { compared, bodies, differences, bytes } = await compareBodies(given.db, given.database.url, 200, ['gzip']);

    console.log(`${compared} lookups, ${bodies} bodies of ${bytes.perBody} bytes each`);
    expect(differences).toEqual([]);
    expect(bodies).toBeGreaterThan(100);
  });

  it('tell what changed, and what was known before, between and after', async () => {
    const moved = [...history.moved].filter(([, states]) => states[0] !== null).slice(0, 40);
    expect(moved.length).toBeGreaterThan(10);

    for (const [id, states] of moved) {
      const { body } = await app.get(`/api/v1/cve/${id}/history?limit=200`);
      const own = body['data'].versions.filter(({ source }: { source: string }) => source === 'cve_list_v5');
      expect(own.at(-1).changes).toEqual([{ field: 'record', from: null, to: id, kind: 'first_seen' }]);
      expect(own.length).toBeGreaterThan(1);

      for (const [i, state] of states.entries()) {
        if (state === null) continue;
        const { body: then } = await app.get(`/api/v1/cve/${id}/at/${OBSERVED[i]}`);
        const dated = (JSON.parse(state) as { cveMetadata: { dateUpdated: string } }).cveMetadata.dateUpdated;
        expect(then['data'].sources.cve_list_v5.cveMetadata.dateUpdated).toBe(dated);
      }
      const before = await app.get(`/api/v1/cve/${id}/at/2020-01-01`);
      expect([before.status, before.body['code']]).toEqual([404, 'CVE_NOT_KNOWN_AT']);
    }
  });
});

/** The CVEs of which a list says something else than the dossier. */
async function otherwiseInLists(db: Db, chosen: Walk['chosen']): Promise<string[]> {
  const different: string[] = [];
  const ids = [...chosen.keys()];
  for (let at = 0; at < ids.length; at += 200) {
    for (const row of await cveSummaries(db, ids.slice(at, at + 200))) {
      const { title, severity, score, published, modified } = row;
      const listed = [title, severity, score, published?.toISOString() ?? null, modified?.toISOString() ?? null];
      const expected = chosen.get(row.id);
      if (JSON.stringify(listed) !== JSON.stringify(expected)) {
        different.push(`${row.id}: ${JSON.stringify(listed)} in lists, ${JSON.stringify(expected)} in the dossier`);
      }
    }
  }
  return different;
}

function shown(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
