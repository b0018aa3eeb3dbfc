import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;
const CHUNK = 1 << 20;

/** The lines of a packed file of the corpus that are not empty, as bytes and without their ends. */
export async function* corpusLines(root: string, file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of unpacked(root, file)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      if (end > from) yield bytes.subarray(from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest;
}

/** The whole of a packed file that is one document. */
export async function corpusDocument<T>(root: string, file: string): Promise<T> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(unpacked(root, file))).toString()) as T;
}

/** The id that follows `mark` in a line: to parse lines that nobody wants would take long. */
export function idAfter(line: Buffer, mark: string): string {
  const from = line.indexOf(mark) + mark.length;
  return line.toString('latin1', from, line.indexOf('"', from));
}

async function* unpacked(root: string, file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path.join(root, file), { highWaterMark: CHUNK });
  try {
    yield* packed.pipe(createGunzip({ chunkSize: CHUNK })) as AsyncIterable<Buffer>;
  } finally {
    packed.destroy();
  }
}
