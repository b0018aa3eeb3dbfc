import { inflateRawSync } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  /** Announced size after unpacking. */
  readonly size: number;
  /** Throws if content is longer than announced, damaged or not deflated. */
  readonly read: () => Buffer;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 65_535;
const MAX_FILES = 65_534;
const STORED = 0;
const DEFLATED = 8;

/** Null if this is not a ZIP archive. */
export function readZipDirectory(archive: Buffer): readonly ZipFile[] | null {
  const end = endOf(archive);
  if (end === -1) return null;
  const count = archive.readUInt16LE(end + 10);
  // More files need ZIP64, which jars do not use.
  if (count > MAX_FILES) return null;
  const files: ZipFile[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + CENTRAL_BYTES > archive.length || archive.readUInt32LE(at) !== CENTRAL) return null;
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const method = archive.readUInt16LE(at + 10);
    const packed = archive.readUInt32LE(at + 20);
    const size = archive.readUInt32LE(at + 24);
    const start = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + (nameBytes ?? 0));
    files.push({ name, size, read: () => readContent(archive, { start, method, packed, size }) });
    at += CENTRAL_BYTES + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return files;
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT);
  for (let at = archive.length - END_BYTES; at >= first; at -= 1) if (archive.readUInt32LE(at) === END) return at;
  return -1;
}

function readContent(
  archive: Buffer,
  { start, method, packed, size }: Readonly<Record<'start' | 'method' | 'packed' | 'size', number>>,
): Buffer {
  if (start + LOCAL_BYTES > archive.length || archive.readUInt32LE(start) !== LOCAL) throw new Error('it is damaged');
  const from = start + LOCAL_BYTES + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
  const bytes = archive.subarray(from, from + packed);
  if (bytes.length !== packed) throw new Error('it ends in the middle');
  if (method === STORED) return bytes;
  if (method !== DEFLATED) throw new Error('it is packed in a way that is not read');
  // One extra byte detects content larger than announced.
  const content = inflateRawSync(bytes, { maxOutputLength: size + 1 });
  if (content.length !== size) throw new Error('it has another length than announced');
  return content;
}
