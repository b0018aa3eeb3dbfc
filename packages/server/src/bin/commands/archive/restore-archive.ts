import { SOURCE_IDS } from '@almanac/contract';
import { type EvidenceRoots, evidenceRoots } from '../../../ingest/evidence-roots.ts';
import { sourceNumber } from '../../../projections/version.ts';
import type { Db, Transaction } from '../../../store/database.ts';
import { pack } from '../../../store/packing.ts';
import { markAllOutdated } from '../../../store/projections/projection-versions.ts';
import {
  continueNumbers,
  lockForRestore,
  type RestoredRecord,
  restoreDictionary,
  restoreDocuments,
  restoreQuarantined,
  restoreRecords,
  restoreRows,
} from '../../../store/restore.ts';
import {
  BASES,
  CheckpointLine,
  DictionaryLine,
  type Manifest,
  NAMES,
  QuarantineLine,
  RecordLine,
  RunLine,
} from './format.ts';
import type { EvidenceArchive } from './read-archive.ts';

export interface RestoreDeps {
  readonly db: Db;
  readonly signal: AbortSignal;
  readonly showProgress: (text: string) => void;
}

/** All of it or nothing: one transaction, which ends well only if the roots come to those of the manifest. */
export async function restoreArchive(deps: RestoreDeps, archive: EvidenceArchive): Promise<EvidenceRoots> {
  return deps.db.transaction().execute(async (trx) => {
    const filled = await lockForRestore(trx);
    if (filled.length > 0) {
      throw new Error(`evidence is restored into an empty store only, and there are rows in ${filled.join(', ')}`);
    }
    const dictionaries = await dictionariesFrom(trx, archive);
    await inBatches(deps, archive.lines(NAMES.runs, RunLine), 'runs', LINES, (lines) =>
      restoreRows(
        trx,
        'run',
        lines.map(({ source, ...run }) => ({ ...ended(run), source: numberOf(source) })),
      ),
    );
    const documents = archive.documents();
    await inBatches(deps, documents, 'documents', DOCUMENTS, (page) =>
      restoreDocuments(
        trx,
        page.map(({ raw, sha256, content_sha256, dictionary }) => ({
          rawSha256: Buffer.from(sha256, 'hex'),
          contentSha256: Buffer.from(content_sha256, 'hex'),
          ...pack(raw, dictionaries(dictionary)),
        })),
      ),
    );
    for (const source of SOURCE_IDS) {
      await inBatches(deps, archive.lines(NAMES.records(source), RecordLine), source, LINES, (lines) =>
        restoreRecords(trx, numberOf(source), lines.map(recordOf)),
      );
    }
    for await (const { source, sha256, bytes, ...row } of archive.lines(NAMES.quarantine, QuarantineLine)) {
      const packed = pack(Buffer.from(bytes, 'base64'));
      await restoreQuarantined(trx, {
        rawSha256: Buffer.from(sha256, 'hex'),
        ...packed,
        row: { ...row, source: numberOf(source) },
      });
    }
    await inBatches(deps, archive.lines(NAMES.checkpoints, CheckpointLine), 'checkpoints', LINES, (lines) =>
      restoreRows(
        trx,
        'checkpoint',
        lines.map(({ source, ...line }) => ({ ...line, source: numberOf(source) })),
      ),
    );
    await continueNumbers(trx);
    await markAllOutdated(trx);
    const roots = await evidenceRoots({ ...deps, listed: 1 }, trx);
    requireEqual(roots, archive.manifest);
    return roots;
  });
}

/** They were made by a program that is not at it any more. */
function ended<R extends { readonly state: string; readonly started_at: string }>(run: R) {
  return run.state === 'running' ? { ...run, state: 'abandoned', finished_at: run.started_at } : run;
}

function recordOf({ id, key, withdrawn, versions }: RecordLine): RestoredRecord {
  return {
    id,
    key,
    withdrawn,
    versions: versions.map(({ seq, observed_at, upstream_modified, basis, run, sha256 }) => ({
      seq,
      observedAt: observed_at,
      modified: upstream_modified,
      basis: BASES.indexOf(basis),
      run,
      rawSha256: sha256 === null ? null : Buffer.from(sha256, 'hex'),
    })),
  };
}

/** A few megabytes at most: they stay in memory while documents are packed with them. */
async function dictionariesFrom(trx: Transaction, archive: EvidenceArchive) {
  const dictionaries = new Map<number, { id: number; bytes: Buffer }>();
  for await (const { id, source, bytes: text } of archive.lines(NAMES.dictionaries, DictionaryLine)) {
    const bytes = Buffer.from(text, 'base64');
    await restoreDictionary(trx, { id, source: numberOf(source), bytes });
    dictionaries.set(id, { id, bytes });
  }
  return (id: number | null) => {
    if (id === null) return null;
    const dictionary = dictionaries.get(id);
    if (dictionary === undefined) throw new Error(`a document names dictionary ${id}, which is not there`);
    return dictionary;
  };
}

function numberOf(source: string): number {
  const id = SOURCE_IDS.find((known) => known === source);
  if (id === undefined) throw new Error(`${JSON.stringify(source.slice(0, 40))} is no source of this release`);
  return sourceNumber(id);
}

interface BatchSize {
  readonly items: number;
  readonly bytes: number;
}

const LINES: BatchSize = { items: 1_000, bytes: Number.POSITIVE_INFINITY };
const DOCUMENTS: BatchSize = { items: 1_000, bytes: 8 * 1024 * 1024 };

async function inBatches<T extends object>(
  { signal, showProgress }: RestoreDeps,
  items: AsyncIterable<T>,
  what: string,
  size: BatchSize,
  write: (batch: readonly T[]) => Promise<void>,
): Promise<void> {
  let batch: T[] = [];
  let bytes = 0;
  let done = 0;
  const flush = async () => {
    signal.throwIfAborted();
    if (batch.length > 0) await write(batch);
    done += batch.length;
    showProgress(`${what}: ${done}`);
    batch = [];
    bytes = 0;
  };
  for await (const item of items) {
    batch.push(item);
    if ('raw' in item) bytes += (item.raw as Buffer).length;
    if (batch.length >= size.items || bytes >= size.bytes) await flush();
  }
  await flush();
}

function requireEqual({ sources, root, firstFaults }: EvidenceRoots, manifest: Manifest): void {
  if (firstFaults[0] !== undefined) throw new Error(firstFaults[0]);
  const expected = new Map(manifest.sources.map((source) => [source.source, source]));
  for (const { source, records, live, versions, root: found } of sources) {
    const said = expected.get(source);
    if (
      said?.root !== found.toString('hex') ||
      said.records !== records ||
      said.live !== live ||
      said.versions !== versions
    ) {
      throw new Error(`${source} does not come to what the manifest says: ${records} records, ${versions} versions`);
    }
  }
  if (root.toString('hex') !== manifest.root || sources.length !== manifest.sources.length) {
    throw new Error('the root is not that of the manifest');
  }
}
