import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  checkObject,
  type FileReader,
  type ObjectReference,
  type OpenSnapshot,
  objectPath,
  openSnapshot,
  type PackRange,
  planRanges,
} from '@almanac/core/snapshots';
import type { Source } from '../http-source.ts';
import { sortByPlace } from '../place.ts';
import { purlsOfPaths } from '../resolve-store-path.ts';
import { folderReader, keptObjects, writeWhole } from './files.ts';
import { dividedBy, type Held, type HeldPart, isSameHeld, joined } from './held.ts';
import { judgingOnce, type Memory } from './judging-once.ts';
import { NODE_PLATFORM, sha256 } from './node-platform.ts';
import { checkKey, heldObjects, openState, WHATEVER_AGE } from './open-held.ts';
import type { Run } from './run.ts';
import { commitState, type DbState, readState } from './state.ts';
import {
  partsOfNamed,
  partsOfPackages,
  partsOfPaths,
  partsOfRisks,
  questionsOf,
  type WantedParts,
  wholePartitions,
} from './wanted.ts';
import { partsOfDocuments } from './wanted-documents.ts';

export interface Pulled {
  readonly state: DbState;
  readonly snapshot: OpenSnapshot;
  readonly removed: number;
}

const CHECKPOINT = 'checkpoint';
const AT_ONCE = 8;
/** Concurrent pulls that may finish first before this one gives up. */
const MOST_TRIES = 10;
/** Files younger than this may belong to a running pull. */
const YOUNG_MS = 60 * 60_000;

/**
 * Updates held and wanted parts to the newest snapshot. Everything is verified before the state is replaced: if
 * anything fails, the previous snapshot stays.
 */
export async function pull(
  run: Run,
  { folder, key, pinned, source, wanted, opened, thorough = true }: DownloadOptions,
): Promise<Pulled> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await readState(folder);
    const files = new Map<string, Uint8Array>();
    const kept = new Map<string, Uint8Array>();
    const memory: Memory = { isOn: true };
    const read = readThrough(folder, source.read, { before, files, kept, memory });
    const trusted = { key: before?.key ?? key, verified: before?.head ?? null };
    const newest = await openSnapshot({ ...NODE_PLATFORM, read }, trusted, new Date(run.now()));
    const snapshot = judgingOnce(newest, memory);
    const keys = [...(before?.earlierKeys ?? []), ...snapshot.keys];
    const trust = { key: keys.at(-1) ?? key, earlierKeys: keys.slice(0, -1) };
    checkKey(trust, pinned);
    opened?.(snapshot);
    const from = { snapshot, read, folder, source, kept, thorough };
    const { held, segments } = await download(run, from, before, wanted);
    memory.isOn = false;
    if (before !== null && isUnchanged(before, { files, held, segments, source })) {
      return { state: before, snapshot, removed: 0 };
    }
    const state: DbState = {
      number: (before?.number ?? 0) + 1,
      source: source.place,
      ...trust,
      head: snapshot.checkpoint,
      pulledAt: new Date(run.now()).toISOString(),
      held,
      segments,
      files,
    };
    if (await commitState(folder, state)) {
      return { state, snapshot, removed: await removeUnused(folder, run.now(), { state, snapshot }, before) };
    }
    if (attempt === MOST_TRIES) throw new Error(`${folder} is pulled into by others all the time`);
  }
}

export interface DownloadOptions {
  readonly folder: string;
  /** Used on a first pull only; afterwards the state's key is trusted. */
  readonly key: string;
  readonly pinned: string | null;
  readonly source: Source;
  readonly wanted: WantedParts;
  /** Also hashes what is held but not wanted. */
  readonly thorough?: boolean;
  /** Called before anything is downloaded. */
  readonly opened?: (snapshot: OpenSnapshot) => void;
}

function isUnchanged(
  before: DbState,
  { files, held, segments, source }: Pick<DbState, 'files' | 'held' | 'segments'> & { readonly source: Source },
): boolean {
  return (
    before.source === source.place &&
    isSameBytes(files.get(CHECKPOINT), before.files.get(CHECKPOINT)) &&
    isSameHeld(before.held, held) &&
    before.segments.size === segments.size
  );
}

function isSameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}

/**
 * Reads intact objects from the folder, and stores new ones once their hash is verified. Log files are reused while the
 * checkpoint is that of the last pull.
 */
function readThrough(
  folder: string,
  source: FileReader,
  {
    before,
    files,
    kept,
    memory,
  }: { readonly before: DbState | null; readonly memory: Memory } & Readonly<
    Record<'files' | 'kept', Map<string, Uint8Array>>
  >,
): FileReader {
  const own = folderReader(folder);
  return async (name, most) => {
    if (!name.startsWith('object/')) {
      const isKnown = name !== CHECKPOINT && isSameBytes(files.get(CHECKPOINT), before?.files.get(CHECKPOINT));
      const bytes = (isKnown ? before?.files.get(name) : undefined) ?? (await source(name, most));
      if (bytes !== null) files.set(name, bytes);
      return bytes;
    }
    const known = kept.get(name) ?? (await own(name, most).catch(() => null));
    if (known !== null && isWhole(name, known)) {
      if (memory.isOn) kept.set(name, known);
      return known;
    }
    const bytes = await source(name, most);
    if (bytes !== null && isWhole(name, bytes)) {
      if (memory.isOn) kept.set(name, bytes);
      await writeWhole(path.join(folder, name), bytes);
    }
    return bytes;
  };
}

function isWhole(name: string, bytes: Uint8Array): boolean {
  return name.endsWith(Buffer.from(sha256(bytes)).toString('hex'));
}

interface From {
  readonly snapshot: OpenSnapshot;
  readonly read: FileReader;
  readonly folder: string;
  readonly source: Source;
  /** Objects by name, so that each is read from disk once. */
  readonly kept: Map<string, Uint8Array>;
  readonly thorough: boolean;
}

async function download(
  run: Run,
  from: From,
  before: DbState | null,
  wanted: WantedParts,
): Promise<Pick<DbState, 'held' | 'segments'>> {
  const { snapshot } = from;
  const held = new Map<string, HeldPart>();
  for (const [name, part] of before?.held ?? []) {
    const index = await snapshot.index(name);
    if (index !== null) held.set(name, dividedBy(index.bits, part));
  }
  const packages = await partsOfPackages(snapshot, questionsOf(wanted.purls).exact);
  add(held, await wholePartitions(snapshot, wanted));
  add(held, packages);
  if (from.thorough) await downloadParts(run, from, held);
  else {
    await downloadParts(run, from, packages);
    await downloadMissing(run, from, held);
  }
  add(held, await partsOfPaths(snapshot, wanted.components));
  const purls = [...wanted.purls, ...(await purlsOfPaths(snapshot, wanted.components))];
  const questions = questionsOf(await sortByPlace({ snapshot, visit: () => {} }, purls));
  add(held, await partsOfNamed(snapshot, questions.named));
  const risks = await partsOfRisks(snapshot, questions);
  add(held, risks);
  await downloadParts(run, from, risks);
  const kept = await wholeSegments(run, from, before?.segments ?? new Map());
  if (!wanted.records) return { held, segments: kept };
  const documents = await partsOfDocuments(snapshot, questions, wanted);
  add(held, documents.parts);
  await downloadObjects(run, from, documents.segments);
  return { held, segments: new Map([...kept, ...documents.segments.map((one) => [one.sha256, one.bytes] as const)]) };
}

function add(held: Map<string, HeldPart>, parts: ReadonlyMap<string, HeldPart>): void {
  for (const [name, part] of parts) held.set(name, joined(held.get(name), part));
}

/** A segment that can no longer be downloaded is no reason to fail. */
async function wholeSegments(
  { signal }: Run,
  { read }: { readonly read: FileReader },
  before: DbState['segments'],
): Promise<DbState['segments']> {
  const kept = new Map<string, number>();
  for (const [sha, bytes] of before) {
    signal?.throwIfAborted();
    const reference = { sha256: sha, bytes };
    const found = await read(objectPath(reference), bytes);
    if (found !== null && isWhole(objectPath(reference), found)) kept.set(sha, bytes);
  }
  return kept;
}

/** Downloads ranges of packs first, then the shards that packs lack. */
async function downloadParts(run: Run, from: From, parts: Held): Promise<void> {
  const references: ObjectReference[] = [];
  for await (const { reference } of heldObjects(from.snapshot, parts)) references.push(reference);
  const missing = new Set<string>();
  await inTurn(references, async (reference) => {
    if (!(await isAtHand(from, reference))) missing.add(reference.sha256);
  });
  await downloadRanges(run, from, parts, missing);
  await downloadObjects(run, from, references);
}

/** Checks only whether files exist, not their content. */
async function downloadMissing(run: Run, from: From, parts: Held): Promise<void> {
  const there = new Set<string>();
  for await (const { name } of keptObjects(from.folder)) there.add(name);
  const references: ObjectReference[] = [];
  for await (const { reference } of heldObjects(from.snapshot, parts)) {
    if (!there.has(objectPath(reference))) references.push(reference);
  }
  await downloadRanges(run, from, parts, new Set(references.map(({ sha256: hash }) => hash)));
  await downloadObjects(run, from, references);
}

/** Reports whether the folder has an intact copy, and keeps it for the next read. */
async function isAtHand({ folder, kept }: From, reference: ObjectReference): Promise<boolean> {
  const name = objectPath(reference);
  if (kept.has(name)) return true;
  const bytes = await folderReader(folder)(name, reference.bytes).catch(() => null);
  if (bytes === null || !isWhole(name, bytes)) return false;
  kept.set(name, bytes);
  return true;
}

/** Below this number, missing shards are downloaded one by one, because caches on the way have them. */
const WORTH_RANGES = 4;

async function downloadRanges(
  { onProgress, signal }: Run,
  { snapshot, source, folder, kept }: From,
  parts: Held,
  missing: ReadonlySet<string>,
): Promise<void> {
  const ranges: PackRange[] = [];
  for (const [partition, part] of parts) {
    const index = await snapshot.index(partition);
    if (index === null) continue;
    const { prefixes } = dividedBy(index.bits, part);
    const wanted = [...(prefixes ?? index.shards.keys())].filter((prefix) =>
      missing.has(index.shards[prefix]?.sha256 ?? ''),
    );
    const packs = wanted.length < WORTH_RANGES ? null : await snapshot.packs(partition);
    if (packs !== null) ranges.push(...planRanges(index, packs, wanted));
  }
  const all = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  let done = 0;
  await inTurn(ranges, async ({ pack, start, end, shards }) => {
    signal?.throwIfAborted();
    const bytes = await source.readRange(objectPath(pack), { start, end }, pack.bytes);
    done += end - start;
    onProgress?.({ unit: 'bytes', done, all });
    // If the pack is gone its shards are still there.
    if (bytes === null) return;
    for (const { reference, offset } of shards) {
      const own = bytes.subarray(offset - start, offset - start + reference.bytes);
      checkObject(sha256, reference, own);
      kept.set(objectPath(reference), own);
      await writeWhole(path.join(folder, objectPath(reference)), own);
    }
  });
}

/** The first failure stops all work. */
async function inTurn<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true && !failed; next = left.next()) await work(next.value);
  };
  const stop = (error: unknown): never => {
    failed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker().catch(stop)));
}

async function downloadObjects(
  { onProgress, signal }: Run,
  { read }: Pick<From, 'read'>,
  references: readonly ObjectReference[],
): Promise<void> {
  let done = 0;
  await inTurn(references, async (reference) => {
    signal?.throwIfAborted();
    checkObject(sha256, reference, await read(objectPath(reference), reference.bytes));
    done += 1;
    onProgress?.({ unit: 'files', done, all: references.length });
  });
}

/**
 * Removes objects that belong neither to the current snapshot nor to the previous one, which a scan may still be
 * reading.
 */
async function removeUnused(
  folder: string,
  now: number,
  { state, snapshot }: Pick<Pulled, 'state' | 'snapshot'>,
  before: DbState | null,
): Promise<number> {
  // Objects of an unreadable previous state are of no use to anyone.
  const old = before === null ? [] : await pathsOf(openState(folder, before, WHATEVER_AGE)).catch(() => []);
  const used = new Set([...(await pathsOf({ state, snapshot })), ...old]);
  let removed = 0;
  for await (const { name, modified } of keptObjects(folder)) {
    if (used.has(name) || now - modified.getTime() < YOUNG_MS) continue;
    await rm(path.join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}

async function pathsOf(held: Pick<Pulled, 'state' | 'snapshot'> | Promise<Pick<Pulled, 'state' | 'snapshot'>>) {
  const { state, snapshot } = await held;
  const paths: string[] = [];
  for await (const { reference } of heldObjects(snapshot, state.held, state.segments))
    paths.push(objectPath(reference));
  return paths;
}
