import { expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { atomOf } from '../../src/app/feeds/atom.ts';
import { webFeed } from '../../src/app/feeds/feed.ts';
import { rssOf } from '../../src/app/feeds/rss.ts';
import { cveRows } from '../../src/projections/cve.ts';
import type { SearchRowFacts } from '../../src/queries/search-rows.ts';
import { recordOf } from '../support/worlds/record-of.ts';
import { parseXml } from '../support/xml-check.ts';

const COUNT = 10_000;

/** Control characters stand in few real records: one is added to every tenth. */
async function realRows(): Promise<SearchRowFacts[]> {
  const rows: SearchRowFacts[] = [];
  for await (const value of corpusRecords<{ cveMetadata: { cveId: string } }>('cve-list/records.jsonl.gz')) {
    const [row] = cveRows(recordOf('cve_list_v5', value, { key: value.cveMetadata.cveId })).rows;
    if (row === undefined) continue;
    const spoilt = rows.length % 10 === 0 ? String.fromCharCode(rows.length % 32) : '';
    const { severity, score, published, modified, description, rejected_reason: reason } = row;
    const facts = { aliases: [], sources: ['cve_list_v5' as const], kev: false, epss: null, percentile: null };
    const prose = `${description ?? reason ?? ''}${spoilt}`;
    rows.push({
      ...facts,
      key: row.cve_id,
      title: row.title,
      prose,
      severity,
      score,
      published,
      modified,
      withdrawn: false,
    });
    if (rows.length === COUNT) break;
  }
  return rows;
}

it.skipIf(!hasCorpus)('ten thousand real records make well-formed feeds that say what the records say', async () => {
  const rows = await realRows();
  const feed = webFeed(rows, 'https://almanac.example/api/v1/feed/atom', 'https://almanac.example');

  const atom = parseXml(atomOf(feed));
  const rss = parseXml(rssOf(feed));

  const entries = atom.children.filter(({ name }) => name === 'entry');
  const items = rss.children[0]!.children.filter(({ name }) => name === 'item');
  expect([entries.length, items.length]).toEqual([COUNT, COUNT]);
  const ids = entries.map((entry) => entry.children.find(({ name }) => name === 'id')?.text);
  expect(ids).toEqual(rows.map(({ key }) => `https://almanac.example/${key}`));
  // What a reader of RSS takes for HTML holds no tag.
  for (const item of items) expect(item.children.find(({ name }) => name === 'description')?.text).not.toMatch(/[<>]/);
});
