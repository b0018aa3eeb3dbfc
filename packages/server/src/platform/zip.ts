import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type yauzl from 'yauzl';
import { type DownloadedFile, toTemporaryFile } from './download.ts';
import { isBomb, MAX_RATIO } from './unpack.ts';
import { openZipFile } from './zip-file.ts';

export interface ZipLimits {
  readonly maxEntries?: number;
  readonly maxEntryBytes?: number;
  readonly maxTotalBytes?: number;
}

export class ForbiddenArchive extends Error {
  override readonly name = 'ForbiddenArchive';
}

export interface ZipEntry {
  readonly name: string;
  /** As announced. The actual size is checked against it. */
  readonly size: number;
  /** As announced, of the unpacked bytes. */
  readonly crc32: number;
  /** Why this entry is not unpacked: too large, or a bomb. Other entries stay readable. */
  readonly refused: string | null;
  /** Optional for unneeded entries. Works until the archive is closed. */
  read(): Promise<Buffer>;
  /** For nested archives. */
  toFile(): Promise<DownloadedFile & AsyncDisposable>;
}

export interface ZipArchive extends AsyncDisposable {
  readonly count: number;
  /** Yields files in directory order, without folders. */
  entries(): AsyncIterable<ZipEntry>;
}

const MEGABYTE = 1024 * 1024;

/** Opens an untrusted archive. Everything in it is checked before use. */
export async function openZip(file: string, limits: ZipLimits = {}): Promise<ZipArchive> {
  const { maxEntries = 2_000_000, maxEntryBytes = 64 * MEGABYTE, maxTotalBytes = 64 * 1024 * MEGABYTE } = limits;
  const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true, autoClose: false };
  const archive = await openZipFile(file, options).catch(refuse);
  if (archive.entryCount > maxEntries) {
    archive.close();
    throw new ForbiddenArchive(`the archive has ${archive.entryCount} entries, more than ${maxEntries}`);
  }
  let total = 0;
  let packed = 0;

  async function* entries(): AsyncIterable<ZipEntry> {
    const given = archive.eachEntry();
    for (;;) {
      const next = await given.next().catch(refuse);
      if (next.done === true) return;
      const entry = next.value;
      const refused = check(entry);
      if (!entry.fileName.endsWith('/')) yield open(entry, refused);
    }
  }

  /** yauzl itself rejects absolute names, `..` and backslashes. */
  function check(entry: yauzl.Entry): string | null {
    const { fileName, compressedSize, uncompressedSize } = entry;
    const name = JSON.stringify(fileName.slice(0, 100));
    if (entry.isEncrypted()) throw new ForbiddenArchive(`${name} is encrypted`);
    if (isLink(entry)) throw new ForbiddenArchive(`${name} is a link`);
    // Overlapping entries, which use the same bytes repeatedly, exceed the file's size.
    packed += compressedSize;
    if (packed > archive.fileSize) throw new ForbiddenArchive('entries overlap');
    if (uncompressedSize > maxEntryBytes) return `larger than ${maxEntryBytes} bytes`;
    if (isBomb(uncompressedSize, compressedSize)) {
      return `unpacks to more than ${MAX_RATIO} times its size`;
    }
    total += uncompressedSize;
    if (total > maxTotalBytes) throw new ForbiddenArchive(`the archive is larger than ${maxTotalBytes} bytes`);
    return null;
  }

  function open(entry: yauzl.Entry, refused: string | null): ZipEntry {
    return {
      name: entry.fileName,
      size: entry.uncompressedSize,
      crc32: entry.crc32,
      refused,
      async read() {
        const chunks: Buffer[] = [];
        for await (const chunk of contents(entry, refused)) chunks.push(chunk);
        return Buffer.concat(chunks);
      },
      async toFile() {
        const { file, remove } = await toTemporaryFile((write) => write(contents(entry, refused)));
        return { ...file, [Symbol.asyncDispose]: remove };
      },
    };
  }

  /** yauzl checks the size, but not the checksum. */
  async function* contents(entry: yauzl.Entry, refused: string | null): AsyncIterable<Buffer> {
    if (refused !== null) throw new ForbiddenArchive(`${JSON.stringify(entry.fileName.slice(0, 100))}: ${refused}`);
    let crc = 0;
    try {
      const stream: Readable = await archive.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      refuse(error);
    }
    if (crc !== entry.crc32) throw new ForbiddenArchive(`the checksum of ${JSON.stringify(entry.fileName)} is wrong`);
  }

  return { count: archive.entryCount, entries, [Symbol.asyncDispose]: async () => archive.close() };
}

function refuse(error: unknown): never {
  if (error instanceof ForbiddenArchive) throw error;
  throw new ForbiddenArchive(`the archive cannot be read: ${(error as Error).message}`, { cause: error });
}

/** The upper half of the attributes is a Unix mode if the archive was made on Unix (APPNOTE 4.4.2). */
function isLink({ versionMadeBy, externalFileAttributes }: yauzl.Entry): boolean {
  const mode = (externalFileAttributes >>> 16) & 0o170000;
  return versionMadeBy >>> 8 === 3 && mode === 0o120000;
}
