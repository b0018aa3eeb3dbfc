import { mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { evidenceRoots } from '../../../ingest/evidence-roots.ts';
import { writeTar } from '../../../platform/tar.ts';
import { keptDocuments, type StoredDocument } from '../../../queries/evidence-blobs.ts';
import {
  checkpointLines,
  dictionaryLines,
  type LinePages,
  quarantineRows,
  recordLines,
  runLines,
  sourcesWithRecords,
} from '../../../queries/evidence-export.ts';
import type { Db, Transaction } from '../../../store/database.ts';
import { inSnapshot } from '../../../store/in-snapshot.ts';
import { unpack } from '../../../store/packing.ts';
import { writeArchiveFile } from './archive-file.ts';
import {
  type ArchiveFile,
  type DocumentLine,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  NAMES,
} from './format.ts';

export interface WriteDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly showProgress: (text: string) => void;
  readonly segment?: SegmentSize;
}

/** An archive of documents ends with the one that exceeds either. */
export interface SegmentSize {
  readonly documents: number;
  readonly bytes: number;
}

const SEGMENT: SegmentSize = { documents: 20_000, bytes: 256 * 1024 * 1024 };

/** Everything of evidence as it is at one moment. The manifest comes last: a folder without one is no export. */
export async function writeArchive(deps: WriteDeps, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  const [already] = await readdir(folder);
  if (already !== undefined) throw new Error(`${folder} is not empty: ${already}`);
  return inSnapshot(deps.db, async (trx) => {
    const files = await Array.fromAsync(writeFiles(deps, trx, folder));
    const { sources, root, faults } = await evidenceRoots({ ...deps, listed: 0 }, trx);
    if (faults > 0) throw new Error(`${faults} records have a wrong current version; verify tells which`);
    const manifest: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      exported_at: deps.now().toISOString(),
      sources: sources.map(({ source, records, live, versions, root: own }) => ({
        source,
        records,
        live,
        versions,
        root: own.toString('hex'),
      })),
      root: root.toString('hex'),
      files,
    };
    await writeManifest(folder, manifest);
    return manifest;
  });
}

async function* writeFiles(deps: WriteDeps, trx: Transaction, folder: string): AsyncGenerator<ArchiveFile> {
  yield writeLines(deps, folder, NAMES.runs, runLines(trx));
  yield writeLines(deps, folder, NAMES.checkpoints, checkpointLines(trx));
  yield writeLines(deps, folder, NAMES.dictionaries, dictionaryLines(trx));
  yield writeLines(deps, folder, NAMES.quarantine, quarantineLines(trx));
  for (const { id, name } of await sourcesWithRecords(trx)) {
    yield writeLines(deps, folder, NAMES.records(name), recordLines(trx, id));
  }
  yield* writeDocuments(deps, folder, keptDocuments(trx));
}

async function* quarantineLines(trx: Transaction): LinePages {
  for await (const { line, ...packed } of quarantineRows(trx)) {
    const bytes = unpack({ ...packed, dictionary: null }).toString('base64');
    yield [JSON.stringify({ ...(JSON.parse(line) as object), bytes })];
  }
}

async function writeLines(
  { signal, showProgress }: WriteDeps,
  folder: string,
  name: string,
  pages: LinePages,
): Promise<ArchiveFile> {
  let lines = 0;
  async function* contents(): AsyncGenerator<Buffer> {
    for await (const page of pages) {
      signal.throwIfAborted();
      if (page.length === 0) continue;
      lines += page.length;
      showProgress(`${name}: ${lines}`);
      yield Buffer.from(`${page.join('\n')}\n`);
    }
  }
  return writeArchiveFile(folder, name, contents(), () => lines);
}

async function* writeDocuments(
  deps: WriteDeps,
  folder: string,
  documents: AsyncIterator<StoredDocument>,
): AsyncGenerator<ArchiveFile> {
  const size = deps.segment ?? SEGMENT;
  let next = await documents.next();
  for (let segment = 1; next.done !== true; segment += 1) {
    const index: DocumentLine[] = [];
    const archive = writeTar(entries(index));
    yield writeArchiveFile(folder, NAMES.documents(segment), archive, () => index.length);
    yield writeLines(deps, folder, NAMES.index(segment), indexLines(index));
  }

  async function* entries(index: DocumentLine[]) {
    for (let bytes = 0; next.done !== true && index.length < size.documents && bytes < size.bytes; ) {
      deps.signal.throwIfAborted();
      const { raw, rawSha256, contentSha256, dictionary } = next.value;
      const name = rawSha256.toString('hex');
      index.push({ sha256: name, content_sha256: contentSha256.toString('hex'), size: raw.length, dictionary });
      bytes += raw.length;
      yield { name, bytes: raw };
      next = await documents.next();
    }
  }
}

async function* indexLines(index: readonly DocumentLine[]): LinePages {
  yield index.map((line) => JSON.stringify(line));
}

/** Under another name first: where it stands under its own, it is whole. */
async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = path.join(folder, `${MANIFEST}.unfinished`);
  {
    await using handle = await open(unfinished, 'wx');
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await handle.sync();
  }
  await rename(unfinished, path.join(folder, MANIFEST));
}
