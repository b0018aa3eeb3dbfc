import type { SourceId } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { cveHistory } from '../support/corpus/cves.ts';
import { type Passes, readCves, readEpss, readKev, readNvd, readOsv } from '../support/corpus/passes.ts';
import { epssFiles, kevCatalogues, nvdLines, osvLines, type Upstream } from '../support/corpus/records.ts';
import { type CorpusStore, openCorpusStore, storedOf, tableStates, transactionMark } from '../support/corpus/store.ts';

const MB = 1024 ** 2;

describe.skipIf(!hasCorpus)('the whole corpus, read as a deployment reads it', () => {
  let store: CorpusStore;

  beforeAll(async () => {
    store = await openCorpusStore();
  });
  afterAll(async () => {
    for (const { table, rows, bytes } of await tableStates(store.db, '0')) {
      if (rows > 0) console.log(`${table.padEnd(24)} ${String(rows).padStart(9)} rows ${(bytes / MB).toFixed(1)} MB`);
    }
    console.log(`peak memory, twin and reader in one process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
    await store[Symbol.asyncDispose]();
  });

  it('KEV of two dates', async () => {
    const given = kevCatalogues(1);

    await readKev(store, given, (passes) => check('kev', given, passes));

    expect(given.live).toBe(1_662);
  });

  it('NVD', async () => {
    const given = nvdLines(1);

    await readNvd(store, given, (passes) => check('nvd', given, passes));

    expect([given.live, given.duplicates]).toEqual([17_817, 0]);
  });

  it('the CVE list in three states', async () => {
    const given = cveHistory(1);

    await readCves(store, given, async (passes) => {
      expect(passes.first.map(({ changed }) => changed)).toEqual(given.brought);
      await check('cve_list_v5', given, passes);
    });

    expect(given.live).toBe(62_862);
  });

  it('EPSS of two dates', async () => {
    const given = epssFiles(1);

    await readEpss(store, given, (passes) => check('epss', given, passes));

    const days = await store.db.selectFrom('epss_day').select('scores').orderBy('scored_on').execute();
    expect(days.map(({ scores }) => scores)).toEqual([356_353, 360_142]);
  });

  it('OSV', async () => {
    const given = osvLines(1);

    await readOsv(store, given, (passes) => check('osv', given, passes));

    // 61,480 less the 578 of `samples`, which go through the parsers only.
    expect([given.live + given.duplicates, given.live]).toEqual([60_902, 60_854]);
  });

  async function check(source: SourceId, given: Upstream<unknown>, { first, again }: Passes): Promise<void> {
    const stored = await storedOf(store.db, source);
    const mark = await transactionMark(store.db);
    const rowsBefore = (await tableStates(store.db, mark)).map(({ table, rows }) => [table, rows]);

    const repeated = await again();

    const after = await tableStates(store.db, mark);
    for (const { seen, changed, seconds } of [...first, repeated]) {
      const rate = Math.round(seen / seconds);
      console.log(`${source}: ${seen} read, ${changed} changed in ${seconds.toFixed(1)} s, ${rate} records/s`);
    }
    const share = repeated.seconds / first.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`${source}: the second reading took ${(share * 100).toFixed(0)} % of the time of the first`);
    for (const { key, reason } of stored.quarantined) console.log(`${source}: ${key} set aside: ${reason}`);
    const setAside = new Set(stored.quarantined.map(({ key }) => key)).size;
    expect([...first, repeated].map(({ outcome }) => outcome.state)).toEqual([...first, repeated].map(() => 'ok'));
    expect(stored).toMatchObject({ live: given.live - setAside, versions: given.versions - setAside });
    expect(repeated.changed).toBe(0);
    expect(after.map(({ table, rows }) => [table, rows])).toEqual(rowsBefore);
    expect(after.filter(({ table, written }) => written > 0 && table !== 'quarantine')).toEqual([]);
  }
});
