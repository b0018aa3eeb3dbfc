import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;
const CHUNK = 1 << 20;

/** Yields non-empty lines without their ends. */
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

export async function corpusDocument<T>(root: string, file: string): Promise<T> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(unpacked(root, file))).toString()) as T;
}

/** Finds the id after `mark`, because parsing unwanted lines would take long. */
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
