import { createHash } from 'node:crypto';
import { fromRecords, stillClock } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { type RunOutcome, runSource } from '../../src/ingest/run-source.ts';
import { type Mutation, oddTexts, wrongTypes } from '../support/faults/mutations.ts';
import { KEY_OF, kevCatalogue, kevEntry, NAME_OF, RECORD_OF, type RecordSource } from '../support/faults/records.ts';
import { currentVersions, type FaultStore, openFaultStore } from '../support/faults/store.ts';
import { openUpstream } from '../support/faults/upstream.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { httpAnswer, sourceDeps } from '../support/source-deps.ts';

const NOW = Date.parse('2026-03-02T14:00:00Z');
const CHANGED = Date.parse('2026-02-01T00:00:00Z');
/** Records without a fault, which the others must not touch. */
const SOUND = 5;

let store: FaultStore;
beforeAll(async () => {
  store = await openFaultStore();
});
afterEach(() => store.reset());
afterAll(() => store[Symbol.asyncDispose]());

const telling = (number: number) => ({ number, mark: 'a harbour', changed: CHANGED, withdrawn: false });

describe('a record that a sweep of the CVE list sets aside', () => {
  it.each([
    ['with the next delta', 1, 'corrected'],
    ['not after a day', 25, 'first'],
  ])('is asked for again: %s', async (_name, hours, mark) => {
    const told = { number: 3, changed: CHANGED, withdrawn: false };
    const changed = Date.parse('2026-03-02T15:00:00Z');
    const id = KEY_OF.cve_list_v5(3);
    const feed = fromRecords([
      { id, at: CHANGED, record: RECORD_OF.cve_list_v5({ ...told, mark: 'first' }) },
      { id, at: changed, record: RECORD_OF.cve_list_v5({ ...told, changed, mark: 'corrected' }) },
    ]);
    const clock = stillClock(NOW);
    await using upstream = await openUpstream(store, 'cve_list_v5', feed, { clock });
    await upstream.run('bulk');
    clock.advance(Date.parse('2026-03-03T02:20:00Z') - NOW);
    upstream.twin.faults.set({ kind: 'malformed_record', way: 'syntax', record: id });
    await upstream.run('sweep');
    await upstream.run('delta');
    const before = await currentVersions(store.db, 'cve_list_v5');
    upstream.twin.faults.clear();
    clock.advance(hours * 3_600_000);

    await upstream.run('delta');

    expect(before.get(id)).toMatchObject({ mark: 'first' });
    expect((await currentVersions(store.db, 'cve_list_v5')).get(id)).toMatchObject({ mark });
  });
});

describe('a record that is not as it should be', () => {
  it.each(['cve_list_v5', 'osv', 'metasploit', 'nuclei'] as const)(
    'is stored or set aside with a reason: %s',
    async (id) => {
      const sound = Array.from({ length: SOUND }, (_, number) =>
        Buffer.from(JSON.stringify(RECORD_OF[id](telling(number)))),
      );
      const spoilt = mutationsOf(id);
      const given = [...sound, ...spoilt.map(({ bytes }) => bytes)].map((bytes, number) => ({
        id: NAME_OF[id]?.(KEY_OF[id](number)) ?? KEY_OF[id](number),
        at: CHANGED,
        record: bytes,
      }));
      const clock = stillClock(NOW);
      // The archives of single ecosystems would be called by what stands there.
      await using upstream = await openUpstream(store, id, fromRecords(given), {
        clock,
        address: { wholeArchive: true },
      });

      const outcome = await upstream.run('bulk');

      await expectAllKept(outcome, sound, spoilt);
    },
  );

  it('is stored or set aside with a reason: kev', async () => {
    const sound = Array.from({ length: SOUND }, (_, number) => Buffer.from(JSON.stringify(kevEntry(telling(number)))));
    const spoilt = numbered((number) => kevEntry(telling(number)));
    const catalogue = documentOf(
      kevCatalogue([], CHANGED).replace('"count":0', `"count":${sound.length + spoilt.length}`),
      sound,
      spoilt,
    );

    const outcome = await read('kev', async () => httpAnswer(200, catalogue));

    await expectAllKept(outcome, sound, spoilt);
  });

  it('is stored or set aside with a reason: nvd', async () => {
    const sound = soundOf('nvd');
    const spoilt = mutationsOf('nvd');
    const total = sound.length + spoilt.length;
    const head = (count: number) =>
      JSON.stringify({ resultsPerPage: count, startIndex: 0, totalResults: count, vulnerabilities: [] });
    const first = head(total).replace(`"resultsPerPage":${total}`, '"resultsPerPage":0');

    const outcome = await read('nvd', async (url) => {
      const asked = new URL(url).searchParams;
      if (asked.get('resultsPerPage') === '1')
        return httpAnswer(200, documentOf(head(total).replace(`:${total}`, ':1'), sound.slice(0, 1), []));
      const window = [asked.get('pubStartDate') ?? '', asked.get('pubEndDate') ?? ''];
      const isIt = (window[0] ?? '') <= '2026-01-05' && '2026-01-05' <= (window[1] ?? '');
      return httpAnswer(200, isIt ? documentOf(head(total), sound, spoilt) : first.replaceAll(`:${total}`, ':0'));
    });

    await expectAllKept(outcome, sound, spoilt);
  });

  it('is stored or set aside with a reason: advisory', async () => {
    const sound = soundOf('advisory');
    const spoilt = mutationsOf('advisory');

    const outcome = await read('advisory', async (url) =>
      httpAnswer(200, new URL(url).searchParams.get('type') === 'reviewed' ? listOf(sound, spoilt) : '[]'),
    );

    await expectAllKept(outcome, sound, spoilt);
  });
});

function soundOf(id: RecordSource): Buffer[] {
  return Array.from({ length: SOUND }, (_, number) => Buffer.from(JSON.stringify(RECORD_OF[id](telling(number)))));
}

function mutationsOf(id: RecordSource): Mutation[] {
  return numbered((number) => RECORD_OF[id](telling(number)));
}

/** Each under a number of its own, so that none is the second of its key. */
function numbered(recordOf: (number: number) => Readonly<Record<string, unknown>>): Mutation[] {
  const wrong = wrongTypes(recordOf, SOUND);
  return [...wrong, ...oddTexts(recordOf, SOUND + wrong.length)];
}

function listOf(sound: readonly Buffer[], spoilt: readonly Mutation[]): Buffer {
  const parts = [...sound, ...spoilt.map(({ bytes }) => bytes)];
  return Buffer.concat([
    Buffer.from('['),
    ...parts.flatMap((bytes, index) => (index === 0 ? [bytes] : [Buffer.from(','), bytes])),
    Buffer.from(']'),
  ]);
}

/** The document with these elements in place of its empty list. */
function documentOf(empty: string, sound: readonly Buffer[], spoilt: readonly Mutation[]): Buffer {
  const at = empty.indexOf('[]');
  return Buffer.concat([Buffer.from(empty.slice(0, at)), listOf(sound, spoilt), Buffer.from(empty.slice(at + 2))]);
}

async function read(
  id: 'kev' | 'nvd' | 'advisory',
  get: (url: string) => Promise<ReturnType<typeof httpAnswer>>,
): Promise<RunOutcome> {
  const feed = openFeeds({ [id]: addressAt(id, 'http://upstream.test') }).get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  const { db, pool } = store;
  const deps = { db, pool, http: { ...sourceDeps({}).http, get }, log: silentLog, now: () => new Date(NOW) };
  return runSource(deps, feed, AbortSignal.timeout(120_000), { channel: 'bulk' });
}

/** The run came to its end, what was sound is there, and of the rest every document is kept in one place or the other. */
async function expectAllKept(
  outcome: { readonly state: string },
  sound: readonly Buffer[],
  spoilt: readonly Mutation[],
): Promise<void> {
  const { rows: stored } = await sql<{ hash: string }>`select encode(raw_sha256, 'hex') as hash from blob`.execute(
    store.db,
  );
  const { rows: aside } = await sql<{ hash: string; reason: string }>`
    select encode(raw_sha256, 'hex') as hash, reason from quarantine`.execute(store.db);
  const kept = new Set(stored.map(({ hash }) => hash));
  const reasons = new Map(aside.map(({ hash, reason }) => [hash, reason]));

  expect(outcome).toEqual({ state: 'ok' });
  expect(sound.filter((bytes) => !kept.has(hashOf(bytes)))).toEqual([]);
  const lost = spoilt.filter(({ bytes }) => !kept.has(hashOf(bytes)) && !reasons.get(hashOf(bytes)));
  expect(lost.map(({ name }) => name)).toEqual([]);
  expect(aside.filter(({ reason }) => reason.length > 2_000 || reason.trim() === '')).toEqual([]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
