import { open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipWriter {
  /** Names must be ASCII. */
  readonly add: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Closes the file and returns its size in bytes. */
  readonly finish: () => Promise<number>;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DEFLATE = 8;
/** 1980-01-01, the earliest date in ZIP: the same documents give the same archive. */
const DATE = 0x21;
const VERSION_64 = 45;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

/** Creates a ZIP file (APPNOTE 6.3) that may have more than 65,535 entries, but less than 4 GiB. */
export async function createZip(file: string): Promise<ZipWriter> {
  const handle = await open(file, 'wx');
  const central: Buffer[] = [];
  let offset = 0;
  const append = async (...parts: readonly Uint8Array[]) => {
    for (const part of parts) {
      await handle.write(part);
      offset += part.length;
    }
    if (offset > MAX_32) throw new RangeError(`${file} would be larger than 4 GiB`);
  };
  return {
    async add(name, bytes) {
      const own = Buffer.from(name);
      const packed = deflateRawSync(bytes);
      const common = fields(
        [2, 20],
        [2, 0],
        [2, DEFLATE],
        [2, 0],
        [2, DATE],
        [4, crc32(bytes)],
        [4, packed.length],
        [4, bytes.length],
        [2, own.length],
        [2, 0],
      );
      central.push(
        Buffer.concat([
          fields([4, CENTRAL], [2, 20]),
          common,
          fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
          own,
        ]),
      );
      await append(fields([4, LOCAL]), common, own, packed);
    },
    async finish() {
      const start = offset;
      const list = Buffer.concat(central);
      const count = central.length;
      await append(list);
      if (count > MAX_16) await append(end64(count, list.length, start));
      const shown = Math.min(count, MAX_16);
      await append(fields([4, END], [2, 0], [2, 0], [2, shown], [2, shown], [4, list.length], [4, start], [2, 0]));
      await handle.close();
      return offset;
    },
  };
}

/** The ZIP64 end record and its locator precede the short one, which cannot count so many entries. */
function end64(count: number, listBytes: number, start: number): Buffer {
  return Buffer.concat([
    fields([4, END_64], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, listBytes], [8, start]),
    fields([4, LOCATOR_64], [4, 0], [8, start + listBytes], [4, 1]),
  ]);
}

/** Little-endian integers. */
function fields(...numbers: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
