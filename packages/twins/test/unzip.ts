import { inflateRawSync } from 'node:zlib';

/** Reads an archive by its directory: enough to look at what the writer wrote, no more. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const locator = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 6, 7]));
  const count =
    locator === -1
      ? archive.readUInt16LE(end + 10)
      : Number(archive.readBigUInt64LE(Number(archive.readBigUInt64LE(locator + 8)) + 32));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
