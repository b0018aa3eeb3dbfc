import { openFreshness } from '@almanac/core/freshness';
import { readCheckpoint } from '@almanac/core/snapshots';
import { KEV_FEED_PATH, kev } from '@almanac/twins';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshnessFeed } from '../../src/http/routes/feeds/freshness-feed.ts';
import { freshness } from '../../src/http/routes/meta/freshness.ts';
import { status } from '../../src/http/routes/pages/status.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { FRESHNESS_HOURLY, keepStatement } from '../../src/ingest/tasks/state-freshness.ts';
import { isSignedBy } from '../../src/platform/ed25519.ts';
import { sha256 } from '../../src/store/packing.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Watched, watch } from '../support/processes/watched.ts';
import { kevWorld } from '../support/worlds/kev-world.ts';

const HOUR = 3_600_000;
const ADDRESS = '/api/v1/sources/freshness';

let database: TestDatabase;
let app: TestApp;
let signer: SnapshotSigner;

beforeAll(async () => {
  database = await createTestDatabase();
  signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  app = await testApp({ databaseUrl: database.url, routes: [freshness, freshnessFeed], pages: [status] });
});
afterEach(() => database.reset());
afterAll(async () => {
  await app?.close();
  await database?.close();
});

const watchKev = () => watch(database, kev(kevWorld), 'kev', (url) => ({ url: url + KEV_FEED_PATH }));

/** The next hour's statement. */
async function state(watched: Watched, by: SnapshotSigner | null = signer) {
  watched.clock.advance(HOUR);
  // Answers are kept for a few minutes.
  app.clock.now += HOUR;
  return keepStatement(watched.db, new Date(watched.clock.now()), by);
}

const refusal = (code: string) => expect.objectContaining({ code });
const read = async (query = '') => (await app.get(`${ADDRESS}${query}`)).body['data'];
const kevOf = (statement: { sources: readonly { source: string }[] }) =>
  statement.sources.find(({ source }) => source === 'kev');

describe('the hourly statement', () => {
  it('says of a source what /sources says, and is signed by the key of the snapshots', async () => {
    await using watched = await watchKev();
    await watched.run();
    await state(watched);

    const { statements } = await read();
    const looked = await watched.look();

    const { checkedAt, ...row } = kevOf(statements[0]) as never as Record<string, unknown>;
    expect(row).toMatchObject({ state: 'ok', records: looked.records, changedAt: looked.lastChangedAt, warnings: [] });
    expect(checkedAt).toBe(looked.lastCheckedAt);
    expect(row['ageSeconds']).toBe((Date.parse(statements[0].at) - Date.parse(looked.lastCheckedAt ?? '')) / 1000);
    expect(row['compared']).toMatchObject({ missing: looked.missing, extra: looked.extra });
    const { note, changes: _changes, ...said } = statements[0];
    expect(openFreshness({ sha256, verify: isSignedBy }, note, signer.verifierKey)).toEqual(said);
  });

  it('is refused where a letter, the signature or the key is another one', async () => {
    await using watched = await watchKev();
    await state(watched);
    const { note } = (await read()).statements[0];
    const open =
      (text: string, key = signer.verifierKey) =>
      () =>
        openFreshness({ sha256, verify: isSignedBy }, text, key);
    const other = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;

    expect(open(note.replace('"state":"', '"state":"x'))).toThrow(refusal('signature_wrong'));
    expect(open(note, other.verifierKey)).toThrow(refusal('signature_missing'));
    expect(open(note.slice(0, -20))).toThrow(refusal('note_malformed'));
    expect(open(`${'x'.repeat(300_000)}${note}`)).toThrow(refusal('note_malformed'));
    expect(open(signer.signText('almanac.example/log\n1\nAAAA\n'))).toThrow(refusal('note_malformed'));
    expect(() => readCheckpoint(note, 'almanac.example/log')).toThrow(refusal('checkpoint_malformed'));
  });

  it('is kept, page by page, and tells of the hours in which something changed', async () => {
    await using watched = await watchKev();
    await watched.run();
    await state(watched);
    watched.twin.faults.set({ kind: 'status', status: 503 });
    await expect(watched.run()).rejects.toThrow('503');
    await state(watched);
    await state(watched);
    watched.twin.faults.clear();
    await watched.run();
    await state(watched);

    const newest = await read('?limit=2');
    const older = await read(`?limit=2&before=${newest.next}`);
    const feed = await app.get('/api/v1/feed/freshness');
    const { text: page } = await app.get('/status');

    const told = [...newest.statements, ...older.statements].map(({ changes }) =>
      changes
        .filter((change: { source: string }) => change.source === 'kev')
        .map((change: { sentence: string }) => change.sentence),
    );
    expect(told).toEqual([['changed from unreachable to ok'], [], ['changed from ok to unreachable'], []]);
    expect(older.next).toBeNull();
    expect(feed.text.match(/<entry>/g)).toHaveLength(2);
    expect(feed.text).toContain('changed from ok to unreachable');
    expect(page).toContain('changed from unreachable to ok');
    expect(page).toContain(', signed');
  });

  it('is kept without a signature where no key is set, and says so', async () => {
    await using watched = await watchKev();
    app.clock.now += HOUR;
    const { text: before } = await app.get('/status');
    await state(watched, null);

    const { statements } = await read();
    const { text: page } = await app.get('/status');

    expect(before).toContain('It has not done so yet');
    expect(statements[0].note).toBeNull();
    expect(page).toContain('unsigned: no key is set');
  });

  it('is not made twice of one moment', async () => {
    await using watched = await watchKev();
    const { at } = await state(watched);
    await watched.run();
    await keepStatement(watched.db, at, signer);

    const { statements } = await read('?limit=48');

    expect(statements).toHaveLength(1);
    expect(kevOf(statements[0])).toMatchObject({ checkedAt: null });
  });

  it('has a page of at most 48, and is due once an hour', async () => {
    const { status: refused } = await app.get(`${ADDRESS}?limit=0`);
    const { status: wrong, body: said } = await app.get(`${ADDRESS}?before=yesterday`);

    expect([refused, wrong]).toEqual([400, 400]);
    expect(said['error']).toContain('expected a date (2024-10-24) or an instant');
    expect(FRESHNESS_HOURLY.match).toBe('3 * * * *');
  });
});
