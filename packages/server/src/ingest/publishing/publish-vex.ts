import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type DatedAdvisory, type Publisher, vexManifest, vexRepository } from '@almanac/core/publishing';
import { writeTar } from '../../platform/tar.ts';
import type { SnapshotTarget } from '../snapshots/target.ts';
import { jsonBytes, writeChanged } from './files.ts';

const ARCHIVE = 'collection/vex.tar.gz';
/** Bytes of the archive before it is packed: all of it is held. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Publishes the repository of VEX documents as one archive, and where it is. Says how many packages it has. */
export async function publishVex(
  target: SnapshotTarget,
  publisher: Publisher,
  advisories: readonly DatedAdvisory[],
): Promise<number> {
  const files = vexRepository(advisories, publisher);
  const blocks: Buffer[] = [];
  let bytes = 0;
  async function* entries() {
    for (const { path, content } of files) yield { name: path, bytes: jsonBytes(content) };
  }
  for await (const block of writeTar(entries())) {
    bytes += block.length;
    if (bytes > MOST_BYTES) throw new RangeError(`the VEX repository has more than ${MOST_BYTES} bytes`);
    blocks.push(block);
  }
  await writeChanged(target, ARCHIVE, await promisify(gzip)(Buffer.concat(blocks)));
  await writeChanged(target, '.well-known/vex-repository.json', jsonBytes(vexManifest(publisher, ARCHIVE)));
  return files.length - 1;
}
