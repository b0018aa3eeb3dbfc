import { isDeepStrictEqual } from 'node:util';
import type { SourceId } from '@almanac/contract';
import { CVE_RECORD_PATH, cveList, cveServices, fromRecords, startTwin, stillClock } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import type { Feed } from '../../src/ingest/feed.ts';
import { refreshRecord } from '../../src/ingest/refresh-record.ts';
import type { Db } from '../../src/store/database.ts';
import { loadDictionaries } from '../../src/store/dictionaries.ts';
import { unpack } from '../../src/store/packing.ts';
import { CVE_STATES, type CveHistory, cveHistory } from '../support/corpus/cves.ts';
import {
  CVE_KNOWN,
  cveListAddress,
  type Passes,
  readCves,
  readEpss,
  readKev,
  readNvd,
  readOsv,
} from '../support/corpus/passes.ts';
import { epssFiles, kevCatalogues, nvdLines, osvLines, type Upstream } from '../support/corpus/records.ts';
import { type CorpusStore, openCorpusStore, storedOf, tableStates, transactionMark } from '../support/corpus/store.ts';

/** One record in fifty; all of them are read by corpus-ingest.soak.test.ts. */
const SHARE = 50;

let history: CveHistory;

beforeAll(() => {
  if (hasCorpus) history = cveHistory(SHARE);
});

describe.skipIf(!hasCorpus)('real records, read as a deployment reads them', { timeout: 60_000 }, () => {
  let store: CorpusStore;

  beforeAll(async () => {
    store = await openCorpusStore();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  it('of KEV, of two dates', async () => {
    const given = kevCatalogues(SHARE);

    await readKev(store, given, (passes) => check('kev', given, passes));
  });

  it('of NVD', async () => {
    const given = nvdLines(SHARE);

    await readNvd(store, given, (passes) => check('nvd', given, passes));
  });

  it('of EPSS, of two dates', async () => {
    const given = epssFiles(SHARE);

    await readEpss(store, given, (passes) => check('epss', given, passes));

    const days = await store.db.selectFrom('epss_day').select('scores').orderBy('scored_on').execute();
    expect(days.map(({ scores }) => scores)).toEqual(given.scores);
  });

  it('of OSV', async () => {
    const given = osvLines(SHARE);

    await readOsv(store, given, (passes) => check('osv', given, passes));
  });

  it('of the CVE list in three states, each of which can still be told', async () => {
    await readCves(store, history, async (passes) => {
      expect(passes.first.map(({ changed }) => changed)).toEqual(history.brought);
      await check('cve_list_v5', history, passes);
    });

    const wrong: string[] = [];
    for (const [index, instant] of CVE_KNOWN.entries()) {
      const known = await textsAt(store.db, [...history.moved.keys()], instant);
      for (const [id, states] of history.moved) {
        if (!isDeepStrictEqual(valueOf(known.get(id)), valueOf(states[index]))) wrong.push(`${id} at ${instant}`);
      }
    }
    expect(history.moved.size).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  /** The last state is what the upstream has: everything is there once, and to read it once more writes nothing. */
  async function check(source: SourceId, given: Upstream<unknown>, { first, again }: Passes): Promise<void> {
    const stored = await storedOf(store.db, source);
    const mark = await transactionMark(store.db);
    const before = await tableStates(store.db, mark);

    const repeated = await again();

    const after = await tableStates(store.db, mark);
    expect([...first, repeated].map(({ outcome }) => outcome)).toEqual(
      [...first, repeated].map(() => ({ state: 'ok' })),
    );
    expect(stored).toEqual({ live: given.live, versions: given.versions, quarantined: [] });
    expect(repeated).toMatchObject({ changed: 0, seen: source === 'epss' ? 2 : given.live });
    expect(after.map(({ table, rows }) => [table, rows])).toEqual(before.map(({ table, rows }) => [table, rows]));
    expect(after.filter(({ written }) => written > 0)).toEqual([]);
  }
});

describe.skipIf(!hasCorpus)('a real CVE record', () => {
  it('is one version, whether it comes by archive, by the delta’s files or by the API', async () => {
    await using store = await openCorpusStore();
    const newest = history.records.filter(({ at }) => at === CVE_STATES[2]).slice(0, 30);
    const clock = stillClock('2025-01-25T01:00:00Z');
    // The list is written with line breaks, the API answers without.
    const given = newest.map(({ id, at, record }) => ({
      id,
      at: at ?? 0,
      record: JSON.stringify(JSON.parse(String(record)), null, 4),
    }));
    await using list = await startTwin(cveList(fromRecords(given)), { clock });
    await using services = await startTwin(cveServices(fromRecords(newest)), { clock });
    await using reading = store.open('cve_list_v5', cveListAddress(list), clock);
    const address = { url: services.url + CVE_RECORD_PATH.slice(0, -'cve/'.length) };
    await using api = store.open('cve_services', address, clock);
    await reading.run('bulk');

    const delta = await reading.run('delta', forgetful(reading.feed));
    const fetchOne = api.feed.source.fetchOne;
    if (fetchOne === undefined) throw new Error('the services have no single records');
    const outcomes = new Set<string>();
    for (const { id } of newest) {
      const signal = AbortSignal.timeout(20_000);
      outcomes.add(await refreshRecord(reading.deps, reading.feed, id, signal));
      const fromApi = { ...reading.feed, source: { ...reading.feed.source, fetchOne } };
      outcomes.add(await refreshRecord({ ...reading.deps, http: api.deps.http }, fromApi, id, signal));
    }

    expect(delta).toMatchObject({ outcome: { state: 'ok' }, seen: newest.length, changed: 0 });
    expect([...outcomes]).toEqual(['done']);
    expect(services.requests.filter(({ status }) => status === 200)).toHaveLength(newest.length);
    expect(await storedOf(store.db, 'cve_list_v5')).toEqual({
      live: newest.length,
      versions: newest.length,
      quarantined: [],
    });
  });
});

/** Asks for whatever the log names, held or not. */
function forgetful(feed: Feed): Feed {
  const { delta } = feed.source.channels;
  if (delta === undefined) throw new Error('no channel');
  const read: typeof delta.read = (deps, _since, signal) =>
    delta.read({ ...deps, held: async () => new Map() }, null, signal);
  return { ...feed, source: { ...feed.source, channels: { ...feed.source.channels, delta: { ...delta, read } } } };
}

/** The bytes of each record as they were known then. */
async function textsAt(db: Db, keys: readonly string[], instant: string): Promise<Map<string, string>> {
  const { rows } = await sql<{
    key: string;
    codec: number;
    dictionary: number | null;
    rawSize: number;
    packed: Buffer;
  }>`
    select distinct on (key) key, codec, dictionary, raw_size as "rawSize", packed
    from record join source on source.id = record.source join version on record_id = record.id
    join blob on blob.id = blob_id
    where source.name = 'cve_list_v5' and key = any(${keys}) and observed_at <= ${instant}
    order by key, seq desc`.execute(db);
  const dictionaries = await loadDictionaries(db, rows);
  return new Map(rows.map((row) => [row.key, unpack(row, dictionaries.get(row.dictionary)).toString()]));
}

function valueOf(text: string | null | undefined): unknown {
  return text == null ? null : JSON.parse(text);
}
