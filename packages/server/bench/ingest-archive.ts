import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zip } from '@almanac/twins';
import { type ArchiveSource, archiveFeed, archiveHttp } from '../test/support/archive-feed.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { withClient } from './ingest-copy.ts';
import type { Sent } from './ingest-records.ts';
import { readOnce } from './ingest-run.ts';

/** The records as an archive that lies on the disk: read first, read once more with every entry unpacked, and as it is read from then on. */
export async function readArchives(id: ArchiveSource, sent: readonly Sent[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-bench-'));
  const file = path.join(folder, 'all.zip');
  await writeFile(file, zip(sent.map(({ key, raw }) => ({ name: `${key}.json`, data: raw }))));
  await using database = await createTestDatabase();
  const read = () => readOnce(database.url, sent.length, archiveFeed(id), archiveHttp(file));
  const first = await read();
  await withClient(database.url, (client) => client.query('update current_version set entry_crc = null'));
  const unpacked = await read();
  const passed = await read();
  await rm(folder, { recursive: true });
  console.table({
    [`${id}: archive of ${sent.length}, first`]: first,
    'once more, each entry unpacked and its checksum noted': unpacked,
    'once more, by checksums': passed,
  });
  const share = (100 * first['records/s']) / passed['records/s'];
  console.log(`${id}: a second reading of the archive takes ${share.toFixed(1)} % of the first`);
}
