import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readTar } from '../../../platform/tar.ts';
import { sha256 } from '../../../store/packing.ts';
import { archiveLines, readArchiveFile, requireArchiveFile } from './archive-file.ts';
import { type ArchiveFile, DocumentLine, MANIFEST, Manifest, NAMES } from './format.ts';

/** A folder of exported evidence whose manifest is good and whose files are there. Their hashes are checked as they are read. */
export interface EvidenceArchive {
  readonly manifest: Manifest;
  /** The lines of a file, each held against the form; none where the export has no such file. */
  lines<T>(name: string, form: z.ZodType<T>): AsyncGenerator<T>;
  documents(): AsyncGenerator<DocumentLine & { readonly raw: Buffer }>;
}

const MAX_MANIFEST = 64 * 1024 * 1024;
const MAX_DOCUMENT = 1024 * 1024 * 1024;

export async function openArchive(folder: string): Promise<EvidenceArchive> {
  const manifest = await readManifest(folder);
  const files = new Map(manifest.files.map((file) => [file.name, file]));
  if (files.size !== manifest.files.length) throw new Error(`${MANIFEST} names a file twice`);
  for (const file of files.values()) await requireArchiveFile(folder, file);

  async function* lines<T>(name: string, form: z.ZodType<T>): AsyncGenerator<T> {
    const file = files.get(name);
    if (file === undefined) return;
    let count = 0;
    for await (const line of archiveLines(readArchiveFile(folder, file))) {
      count += 1;
      yield parsed(line, form, `line ${count} of ${name}`);
    }
    requireCount(file, count);
  }

  async function* documents(): AsyncGenerator<DocumentLine & { readonly raw: Buffer }> {
    for (let segment = 1; ; segment += 1) {
      const file = files.get(NAMES.documents(segment));
      if (file === undefined) return;
      const index = lines(NAMES.index(segment), DocumentLine);
      let count = 0;
      for await (const { name, bytes: raw } of entriesOf(folder, file)) {
        const { value: line } = await index.next();
        if (line === undefined || line.sha256 !== name || line.size !== raw.length) {
          throw new Error(`${file.name}: ${JSON.stringify(name)} is not what ${NAMES.index(segment)} has there`);
        }
        if (sha256(raw).toString('hex') !== name)
          throw new Error(`${file.name}: ${name} has other bytes than its hash says`);
        count += 1;
        yield { ...line, raw };
      }
      if ((await index.next()).done !== true)
        throw new Error(`${NAMES.index(segment)} names more than ${file.name} has`);
      requireCount(file, count);
    }
  }

  return { manifest, lines, documents };
}

async function* entriesOf(folder: string, file: ArchiveFile) {
  try {
    yield* readTar(readArchiveFile(folder, file), MAX_DOCUMENT);
  } catch (error) {
    const { message } = error as Error;
    throw message.startsWith(file.name) ? error : new Error(`${file.name}: ${message}`, { cause: error });
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const place = path.join(folder, MANIFEST);
  const found = await lstat(place).catch(() => null);
  if (found === null) throw new Error(`${folder} has no ${MANIFEST}: it is no export, or one that was not finished`);
  if (!found.isFile() || found.size > MAX_MANIFEST) throw new Error(`${MANIFEST} is no plain file of a sensible size`);
  return parsed(await readFile(place, 'utf8'), Manifest, MANIFEST);
}

function requireCount({ name, entries }: ArchiveFile, count: number): void {
  if (count !== entries) throw new Error(`${name} has ${count} entries in place of ${entries}`);
}

function parsed<T>(text: string, form: z.ZodType<T>, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${where} is no JSON: ${(error as Error).message}`, { cause: error });
  }
  const result = form.safeParse(value);
  if (!result.success) throw new Error(`${where} is not as it should be: ${z.prettifyError(result.error)}`);
  return result.data;
}
