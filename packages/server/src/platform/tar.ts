export interface TarEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const BLOCK = 512;
const MAGIC = 'ustar\u000000';
const END = Buffer.alloc(2 * BLOCK);

/**
 * Writes a reproducible archive (POSIX.1-1988 ustar), without owners or times. Names have at most 100 ASCII characters.
 */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    yield header(name, bytes.length);
    yield bytes;
    if (bytes.length % BLOCK > 0) yield Buffer.alloc(BLOCK - (bytes.length % BLOCK));
  }
  yield END;
}

function header(name: string, size: number): Buffer {
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) throw new Error(`${JSON.stringify(name)} does not fit a tape archive`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 'latin1');
  block.write('0000644\u0000', 100, 'latin1');
  block.write('0000000\u0000', 108, 'latin1');
  block.write('0000000\u0000', 116, 'latin1');
  block.write(`${size.toString(8).padStart(11, '0')}\u0000`, 124, 'latin1');
  block.write(`${'0'.repeat(11)}\u0000`, 136, 'latin1');
  block.write('0', 156, 'latin1');
  block.write(MAGIC, 257, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1');
  return block;
}

/** Counts the checksum field itself as spaces. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  return sum;
}

/** Yields files one at a time. Throws for links, directories, other formats and truncated archives. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<TarEntry> {
  const { take, drain } = reader(chunks);
  for (;;) {
    const block = await take(BLOCK);
    if (block.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(block);
    if (size > maxBytes) throw new Error(`${name} has ${size} bytes, more than ${maxBytes}`);
    const bytes = await take(size);
    if (size % BLOCK > 0) await take(BLOCK - (size % BLOCK));
    yield { name, bytes };
  }
  await take(BLOCK);
  // The chunks' producer may verify them at the end.
  await drain();
}

function readHeader(block: Buffer): { readonly name: string; readonly size: number } {
  const text = (start: number, length: number) => block.toString('latin1', start, start + length).split('\0')[0] ?? '';
  const number = (start: number, length: number) =>
    /^[0-7]+ ?$/.test(text(start, length)) ? Number.parseInt(text(start, length), 8) : Number.NaN;
  const size = number(124, 12);
  if (text(257, 6) !== 'ustar' || number(148, 8) !== checksum(block) || !Number.isSafeInteger(size)) {
    throw new Error('is no tape archive of the form ustar');
  }
  const name = text(0, 100);
  if (text(156, 1) !== '0' || text(345, 155) !== '') throw new Error(`${JSON.stringify(name)} is no plain file`);
  return { name, size };
}

interface Reader {
  readonly take: (length: number) => Promise<Buffer>;
  readonly drain: () => Promise<void>;
}

function reader(chunks: AsyncIterable<Uint8Array>): Reader {
  const source = chunks[Symbol.asyncIterator]();
  let parts: Buffer[] = [];
  let have = 0;
  async function take(length: number): Promise<Buffer> {
    while (have < length) {
      const { value, done } = await source.next();
      if (done === true) throw new Error('ends in the middle');
      parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      have += value.byteLength;
    }
    const all = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, have);
    parts = [all.subarray(length)];
    have -= length;
    return all.subarray(0, length);
  }

  async function drain(): Promise<void> {
    for (let next = await source.next(); next.done !== true; next = await source.next());
  }

  return { take, drain };
}
