import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { isWithdrawn, remaining, withNovelty } from '../feed/shown.ts';
import type { FileBody } from '../frame/answer.ts';
import { brokenRecord } from '../frame/broken-record.ts';
import { type DocumentFault, faultOf } from '../frame/fault.ts';
import type { ShownPackage } from '../world/collection.ts';
import type { Producer } from './producers.ts';

/** Enough for files that are read once. */
const QUALITY = 4;
const PIECE = 256 << 10;

/** Packs the list piece by piece. */
export async function writeList(path: string, text: Iterable<Buffer>): Promise<FileBody> {
  const packing = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  await pipeline(Readable.from(inPieces(text)), packing, createWriteStream(path));
  const { size } = await stat(path);
  return { path, size };
}

export interface ListContent {
  readonly producer: Producer;
  readonly at: number;
  readonly faults: readonly DocumentFault[];
}

/** `{"packages":{…},"version":"2"}`, with faults applied. */
export function* listText(packages: Iterable<ShownPackage>, { producer, at, faults }: ListContent): Generator<Buffer> {
  const breakage = faultOf(faults, 'malformed_record');
  const added = faultOf(faults, 'schema_addition') !== undefined;
  let first = true;
  yield Buffer.from('{"packages":{');
  for (const shown of remaining(standing(packages, faults), faults)) {
    const entry = producer.entry(shown, at);
    const broken =
      breakage !== undefined && (breakage.record === undefined ? first : breakage.record === shown.attribute);
    yield Buffer.from(`${first ? '' : ','}${JSON.stringify(shown.attribute)}:`);
    yield broken ? brokenRecord(entry, breakage.way) : Buffer.from(JSON.stringify(added ? withNovelty(entry) : entry));
    first = false;
  }
  yield Buffer.from(`},"version":${producer.version}}`);
}

function* standing(packages: Iterable<ShownPackage>, faults: readonly DocumentFault[]): Generator<ShownPackage> {
  for (const shown of packages) if (!isWithdrawn(shown.attribute, faults)) yield shown;
}

function* inPieces(text: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const part of text) {
    waiting.push(part);
    size += part.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  yield Buffer.concat(waiting);
}
