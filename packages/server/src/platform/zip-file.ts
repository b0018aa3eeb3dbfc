import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import yauzl from 'yauzl';

interface Block {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Holds some 700 directory entries, or ten small records. */
const BLOCK_BYTES = 64 * 1024;
/** One for the directory, one for the contents. */
const BLOCKS = 2;

/** Reads in blocks: yauzl alone makes four system calls per entry, which takes longer than unpacking a small record. */
class BlockReader extends yauzl.RandomAccessReader {
  readonly #handle: FileHandle;
  /** Most recently used first. */
  #blocks: readonly Block[] = [];

  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const into = buffer.subarray(offset, offset + length);
    const known = this.#find(position, length);
    if (known !== undefined) {
      callback(null, copy(known, into, position));
      return;
    }
    callbackify(async () => copy(await this.#load(position, length), into, position))(callback);
  }

  override createReadStream({ start, end }: { start: number; end: number }): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  override close(callback: (error: Error | null) => void): void {
    callbackify(() => this.#handle.close())(callback);
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const length = Math.min(BLOCK_BYTES, end - at);
      const block = this.#find(at, length) ?? (await this.#load(at, length));
      const piece = block.bytes.subarray(at - block.start, at - block.start + length);
      if (piece.length < length) throw new Error('the file ends before the entry does');
      yield piece;
      at += length;
    }
  }

  #find(position: number, length: number): Block | undefined {
    const found = this.#blocks.find(
      ({ start, bytes }) => position >= start && position + length <= start + bytes.length,
    );
    if (found !== undefined) this.#keep(found);
    return found;
  }

  async #load(position: number, length: number): Promise<Block> {
    const buffer = Buffer.allocUnsafeSlow(Math.max(length, BLOCK_BYTES));
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position);
    const block = { start: position, bytes: buffer.subarray(0, bytesRead) };
    this.#keep(block);
    return block;
  }

  #keep(block: Block): void {
    if (this.#blocks[0] !== block)
      this.#blocks = [block, ...this.#blocks.filter((one) => one !== block)].slice(0, BLOCKS);
  }
}

function copy({ start, bytes }: Block, into: Buffer, position: number): number {
  return bytes.copy(into, 0, position - start);
}

/** Closing the archive closes the file. */
export async function openZipFile(path: string, options: yauzl.Options): Promise<yauzl.ZipFile> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return await yauzl.fromRandomAccessReaderPromise(new BlockReader(handle), size, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
