import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, readSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { GivenRecord } from './from-records.ts';

export interface SpooledRecord {
  readonly id: string;
  readonly at?: number | string;
  readonly record: Uint8Array | string;
}

interface SpooledRecords extends Disposable {
  readonly records: readonly GivenRecord[];
}

/** Writes records to a file and reads them on demand, because they may exceed memory. */
export async function spooled(
  file: string,
  records: AsyncIterable<SpooledRecord> | Iterable<SpooledRecord>,
): Promise<SpooledRecords> {
  const places: { id: string; at?: number | string; offset: number; length: number }[] = [];
  const output = createWriteStream(file);
  let offset = 0;
  for await (const { id, at, record } of records) {
    const bytes = Buffer.from(record as string);
    places.push({ id, offset, length: bytes.length, ...(at === undefined ? {} : { at }) });
    offset += bytes.length;
    if (!output.write(bytes)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
  const descriptor = openSync(file, 'r');
  const given = places.map(({ id, at, offset: from, length }) => {
    const record = () => {
      const bytes = Buffer.alloc(length);
      readSync(descriptor, bytes, 0, length, from);
      return bytes;
    };
    return at === undefined ? { id, record } : { id, at, record };
  });
  return { records: given, [Symbol.dispose]: () => closeSync(descriptor) };
}
