import { type FileHandle, open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';

/** Names are not checked, so that tests can make archives that escape their folder. */
export interface ZipEntry {
  readonly name: string;
  readonly data: Uint8Array;
  readonly method?: 'deflate' | 'stored';
  /** Unix file mode, for links and the like; an ordinary file by default. */
  readonly mode?: number;
  /** False values for the headers. */
  readonly claims?: { readonly size?: number; readonly crc?: number };
}

export function zip(entries: Iterable<ZipEntry>): Buffer {
  return Buffer.concat([...zipChunks(entries)]);
}

/** Yields an archive with one entry in memory at a time. The directory comes last (APPNOTE 4.3.6). */
export function* zipChunks(entries: Iterable<ZipEntry>): Generator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = entry.method === 'stored' ? Buffer.from(entry.data) : packedBytes(entry.data);
    const facts: EntryFacts = {
      name: Buffer.from(entry.name),
      method: entry.method === 'stored' ? 0 : 8,
      crc: entry.claims?.crc ?? crc32(entry.data),
      packed: packed.length,
      size: entry.claims?.size ?? entry.data.length,
      mode: entry.mode ?? 0o100644,
    };
    directory.push(directoryEntry(facts, offset));
    const piece = Buffer.concat([localHeader(facts), packed]);
    offset += piece.length;
    yield piece;
  }
  yield closing(directory, offset);
}

/** Holds one entry in memory at a time. */
export async function spoolZip(file: string, entries: Iterable<ZipEntry>): Promise<number> {
  await using handle = await open(file, 'w');
  let at = 0;
  for (const batch of batches(zipChunks(entries))) {
    await writeAt(handle, batch, at);
    at += batch.length;
  }
  return at;
}

/**
 * Writes an archive within an archive, with one inner entry in memory at a time. The outer header precedes its content,
 * so it is filled in at the end.
 */
export async function spoolZipInZip(file: string, innerName: string, entries: Iterable<ZipEntry>): Promise<number> {
  await using handle = await open(file, 'w');
  const name = Buffer.from(innerName);
  const start = LOCAL_HEADER + name.length;
  let at = start;
  let crc = 0;
  for (const batch of batches(zipChunks(entries))) {
    await writeAt(handle, batch, at);
    crc = crc32(batch, crc);
    at += batch.length;
  }
  const facts: EntryFacts = { name, method: 0, crc, packed: at - start, size: at - start, mode: 0o100644 };
  if (facts.size > 0xffff_ffff) throw new RangeError('An inner archive over 4 GiB needs zip64 sizes');
  await writeAt(handle, localHeader(facts), 0);
  const end = closing([directoryEntry(facts, 0)], at);
  await writeAt(handle, end, at);
  return at + end.length;
}

/** Fits window and output to the data: by default zlib allocates a quarter of a megabyte per entry. */
function packedBytes(data: Uint8Array): Buffer {
  const small = data.length <= 8192;
  return deflateRawSync(data, small ? { level: 4, windowBits: 13, memLevel: 4, chunkSize: 4096 } : { level: 4 });
}

interface EntryFacts {
  readonly name: Buffer;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly mode: number;
}

const LOCAL_HEADER = 30;
/** 1 January 1980, the format's first date, so that equal content gives equal bytes. */
const DOS_DATE = 0x0021;
const UTF8_NAMES = 0x0800;

function localHeader(facts: EntryFacts): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  commonFields(header, facts, 6);
  return Buffer.concat([header, facts.name]);
}

function directoryEntry(facts: EntryFacts, offset: number): Buffer {
  // Not from the shared pool: entries are kept to the end, and each would keep its whole slab.
  const header = Buffer.alloc(46 + facts.name.length);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((3 << 8) | 20, 4);
  header.writeUInt16LE(20, 6);
  commonFields(header, facts, 8);
  header.writeUInt32LE((facts.mode << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  facts.name.copy(header, 46);
  return header;
}

/** Both headers have the fields from flags to name length in common. */
function commonFields(header: Buffer, facts: EntryFacts, at: number): void {
  header.writeUInt16LE(UTF8_NAMES, at);
  header.writeUInt16LE(facts.method, at + 2);
  header.writeUInt16LE(DOS_DATE, at + 6);
  header.writeUInt32LE(facts.crc, at + 8);
  header.writeUInt32LE(facts.packed, at + 12);
  header.writeUInt32LE(facts.size, at + 16);
  header.writeUInt16LE(facts.name.length, at + 20);
}

/** With over 65,534 entries, the count needs zip64 records (APPNOTE 4.3.14). */
function closing(directory: readonly Buffer[], offset: number): Buffer {
  const listing = Buffer.concat(directory);
  const many = directory.length >= 0xffff;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(many ? 0xffff : directory.length, 8);
  end.writeUInt16LE(many ? 0xffff : directory.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return many
    ? Buffer.concat([listing, zip64End(directory.length, listing.length, offset), end])
    : Buffer.concat([listing, end]);
}

function zip64End(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + length), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** Joins chunks to about a megabyte: few writes, and the event loop runs in between. */
function* batches(chunks: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < 1_000_000) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
