import { gunzipSync } from 'node:zlib';
import type { SourceId } from '@almanac/contract';
import {
  type Corpus,
  type CorpusChoice,
  type CorpusSource,
  channelMovedAt,
  channelNamed,
  channelRevisionAt,
  listedPackage,
} from '@almanac/twins';
import pg from 'pg';
import { computeAggregates } from '../../../src/ingest/compute-aggregates.ts';
import { sourceNumber } from '../../../src/projections/version.ts';
import type { Db } from '../../../src/store/database.ts';
import { keepPart } from '../../../src/store/source-parts.ts';
import { grantedKey } from '../access.ts';
import type { Checked, TestApp, TestAppOptions } from '../app.ts';
import { openCveApp } from '../cve-app.ts';
import type { TestDatabase } from '../database.ts';
import { NOW, SEEN } from '../worlds/package-world.ts';
import { type ProjectionStore, projectionStore } from '../worlds/projection-store.ts';
import { checkedAt } from '../worlds/tracker-rows.ts';
import { openKeptCorpus } from './kept.ts';

/**
 * The API and the site over real records:
 *
 *     await using world = await openCorpusWorld({ cves: ['CVE-2024-6119', 'CVE-2024-3094'] });
 *     const { body } = await world.get('/api/v1/cve/CVE-2024-6119');
 *
 * With the CVEs come every record that means the same or names one of them, the packages of the collection that any of these
 * records could concern, and issues of the tracker by the rule of `packages/twins/src/corpus/pairs.ts`. Every source is `ok`.
 */
export interface CorpusWorld extends AsyncDisposable {
  readonly app: TestApp;
  readonly database: TestDatabase;
  readonly db: Db;
  readonly corpus: Corpus;
  /** How many records of each source were stored, and how long that took. */
  readonly stored: ReadonlyMap<SourceId, Stored>;
  /** An answer that is valid against the contract; the path begins with `/api/v1`. */
  get(path: string): Promise<Checked>;
  /** With an API key. */
  post(path: string, body: unknown): Promise<Checked>;
}

interface Stored {
  readonly records: number;
  readonly seconds: number;
}

export interface CorpusWorldOptions extends TestAppOptions {
  /** The records of these and whatever belongs to them; or a usual choice of some 3,000, or everything. */
  readonly cves: readonly string[] | 'default' | 'everything';
  /** Counts the figures of `/insights` and the health of packages as well, which takes a while. */
  readonly aggregates?: boolean;
  /** Puts in what the corpus does not have, before anything is counted. */
  readonly fillMore?: (db: Db, corpus: Corpus) => Promise<void>;
}

/** An instant between what was stored and now at which every source had been read as well. */
export const DATED = new Date('2026-11-10T00:00:00.000Z');

/** The channel that has the collection. */
const CHANNEL = 'nixos-unstable';
const BATCH = 500;

export async function openCorpusWorld(options: CorpusWorldOptions): Promise<CorpusWorld> {
  const { cves, aggregates = false, fillMore, ...app } = options;
  const choice: CorpusChoice = typeof cves === 'string' ? cves : { cves };
  const corpus = await openKeptCorpus(choice);
  const stored = new Map<SourceId, Stored>();
  const settings = { bodyLimit: 1 << 20, deadlineMs: 30_000, ...app.settings };
  const opened = await openCveApp({ ...app, settings }, async (db) => {
    await fill(db, corpus, stored);
    await fillMore?.(db, corpus);
  });
  await analyze(opened.database.url);
  if (aggregates) await computeAggregates({ db: opened.db, now: () => NOW }, AbortSignal.timeout(3_600_000));
  const { key } = await grantedKey(opened.db);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return {
    app: opened.app,
    database: opened.database,
    db: opened.db,
    corpus,
    stored,
    get: (path) => opened.app.get(path),
    post: (path, body) => opened.app.get(path, { method: 'POST', headers, body: JSON.stringify(body) }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** Stores what an ingest would, without the way through an upstream. */
async function fill(db: Db, corpus: Corpus, stored: Map<SourceId, Stored>): Promise<void> {
  const store = projectionStore(db);
  const put = async (source: SourceId, records: AsyncIterable<Kept> | Iterable<Kept>) => {
    const began = performance.now();
    const count = await putAll(store, source, records);
    stored.set(source, { records: count, seconds: (performance.now() - began) / 1000 });
  };
  const parts = new Map<string, number>();
  for (const source of BY_RECORD) await put(source, kept(corpus, source));
  await put('osv', counted(kept(corpus, 'osv'), parts));
  await put('metasploit', renamed(kept(corpus, 'metasploit')));
  await put('kev', kevEntries(corpus));
  await put(
    'packages',
    corpus.packages.map((each) => [`${CHANNEL}/${each.attribute}`, listedPackage(each)]),
  );
  await put('channels', [[CHANNEL, channelText()]]);
  await put(
    'nixpkgs',
    corpus.issues.map(({ id, record }) => [id, record]),
  );
  for (const [part, size] of parts) {
    await keepPart(db, sourceNumber('osv'), { part, size, changedAt: null, pauseSeconds: null }, NOW);
  }
  for (const at of [DATED, NOW]) await checkedAt(db, [...stored.keys()], at);
}

/** Sources that store each record under its own id, byte for byte. */
const BY_RECORD = ['cve_list_v5', 'nvd', 'advisory', 'epss', 'nuclei', 'exploitdb', 'nvd_overrides'] as const;

type Kept = readonly [key: string, value: unknown];

async function putAll(
  store: ProjectionStore,
  source: SourceId,
  records: AsyncIterable<Kept> | Iterable<Kept>,
): Promise<number> {
  let batch: Kept[] = [];
  let count = 0;
  for await (const record of records) {
    batch.push(record);
    count += 1;
    if (batch.length < BATCH) continue;
    await store.put(source, Object.fromEntries(batch), SEEN);
    batch = [];
  }
  if (batch.length > 0) await store.put(source, Object.fromEntries(batch), SEEN);
  return count;
}

async function* kept(corpus: Corpus, source: CorpusSource): AsyncGenerator<Kept> {
  for await (const { id, record } of corpus.records[source]()) yield [id, textOf(record)];
}

/** A file of scores comes packed. */
function textOf(record: Uint8Array | string): string {
  return typeof record === 'string' ? record : gunzipSync(record).toString();
}

/** The list names a module by its type and its path; the service by its full name. */
async function* renamed(modules: AsyncIterable<Kept>): AsyncGenerator<Kept> {
  for await (const [id, record] of modules) yield [id.replace('_', '/'), record];
}

async function* kevEntries(corpus: Corpus): AsyncGenerator<Kept> {
  for await (const { record } of corpus.records.kev()) {
    const { vulnerabilities } = JSON.parse(textOf(record)) as { vulnerabilities: { cveID: string }[] };
    for (const entry of vulnerabilities) yield [entry.cveID, entry];
  }
}

/** Counts the records of each ecosystem, as the lists of OSV do. */
async function* counted(records: AsyncIterable<Kept>, parts: Map<string, number>): AsyncGenerator<Kept> {
  for await (const [id, text] of records) {
    const { affected } = JSON.parse(String(text)) as { affected?: { package?: { ecosystem?: string } }[] | null };
    const names = (affected ?? []).flatMap((each) => each.package?.ecosystem?.split(':')[0] ?? []);
    for (const name of new Set(names)) parts.set(name, (parts.get(name) ?? 0) + 1);
    yield [id, text];
  }
}

/** What the channel and those who watch it say of it. */
function channelText(): string {
  const channel = channelNamed(CHANNEL);
  if (channel === null) throw new Error(`there is no channel ${CHANNEL}`);
  const [moved, revision] = [channelMovedAt(channel, NOW.getTime()), channelRevisionAt(channel, NOW.getTime())];
  const metric = { channel: CHANNEL, status: channel.status, variant: channel.variant, current: '1', revision };
  return JSON.stringify({
    channel: CHANNEL,
    'git-revision': revision,
    'last-modified': new Date(moved).toUTCString(),
    channel_revision: [{ metric, value: [0, '1'] }],
    channel_update_time: [{ metric: {}, value: [0, String(moved / 1000)] }],
  });
}

/** The planner has to know what came in. */
export async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
