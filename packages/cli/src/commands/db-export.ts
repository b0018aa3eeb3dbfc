import path from 'node:path';
import { RISK } from '@almanac/core/snapshots';
import { type HeldSnapshot, openHeld, partitionsNamed } from '@almanac/offline/store';
import { type Exported, exportTables } from '../db/export/export.ts';
import { type ExportedArchives, exportOsvZip } from '../db/export/osv-zip.ts';
import { namedPublisher } from '../db/publisher.ts';
import { aboutSnapshot } from '../db/report.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count, counted, instant } from '../output/words.ts';
import type { Session } from '../session.ts';
import type { DbOptions } from './db.ts';

export async function dbExport(
  session: Session,
  ecosystems: readonly string[],
  { format, output, key }: DbOptions,
): Promise<ExitCode> {
  if (format === undefined || output === undefined) {
    throw new UsageError('What to write is not said.', 'Name --format sqlite or osv-zip, and the place by --output.');
  }
  const publisher = await namedPublisher(session, { key });
  const held = await openHeld(publisher.folder, publisher.key, new Date(session.now()));
  const isWanted = wantedPartitions(held, ecosystems);
  const place = path.resolve(session.folder, output);
  if (format === 'osv-zip') {
    const archives = await exportOsvZip(session, held, { output: place, isWanted }).catch(asUsage(output));
    session.progress.clear();
    showArchives(session, held, archives, output);
    return EXIT.clean;
  }
  const exported = await exportTables(session, held, { output: place, isWanted }).catch(asUsage(output));
  session.progress.clear();
  show(session, held, exported, { format, output });
  return EXIT.clean;
}

/** The risk partition is always exported. */
function wantedPartitions({ snapshot }: HeldSnapshot, ecosystems: readonly string[]): (name: string) => boolean {
  if (ecosystems.length === 0) return () => true;
  const all = snapshot.manifest.partitions.map(({ name }) => name);
  const wanted = ecosystems.flatMap((ecosystem) => partitionsNamed(all, ecosystem));
  return (name) => name === RISK || wanted.includes(name);
}

function show(
  session: Session,
  held: HeldSnapshot,
  { snapshot, partitions, rows, bytes }: Exported,
  { format, output }: Required<Pick<DbOptions, 'format' | 'output'>>,
): void {
  const lacking = partitions.filter(({ shards, exported_shards }) => shards !== exported_shards);
  if (session.json) {
    const about = aboutSnapshot(held);
    const { complete } = snapshot;
    session.printJson(JSON.stringify({ ...about, format, output, bytes, complete, rows, partitions }));
    return;
  }
  session.print(
    `Snapshot ${count(snapshot.entries)} of ${snapshot.origin}, published ${instant(snapshot.published)}, to be used until ${instant(snapshot.expires)}`,
    `${output}: ${counted(rows.affected, 'statement')} about ${counted(rows.package, 'package')}, ${counted(bytes, 'byte')}`,
  );
  if (lacking.length === 0) return;
  const parts = lacking.map(
    ({ name, shards, exported_shards: own }) => `${name} ${own === 0 ? 'is absent' : `has ${own} of ${shards} shards`}`,
  );
  session.note(`The export is not the whole snapshot: ${parts.join(', ')}. almanac db pull --all gets the rest.`);
}

function showArchives(
  session: Session,
  held: HeldSnapshot,
  { archives, bytes }: ExportedArchives,
  output: string,
): void {
  if (session.json) {
    session.printJson(JSON.stringify({ ...aboutSnapshot(held), format: 'osv-zip', output, bytes, archives }));
    return;
  }
  const records = archives.reduce((sum, archive) => sum + archive.records, 0);
  const missing = archives.reduce((sum, archive) => sum + archive.missing, 0);
  session.print(
    `${output}: ${counted(records, 'record')} in ${counted(archives.length, 'archive')}, ${counted(bytes, 'byte')}`,
  );
  if (missing > 0) {
    session.note(
      `The documents of ${counted(missing, 'record')} are not held. almanac db pull --all --records gets them.`,
    );
  }
}

function asUsage(output: string): (error: Error) => never {
  return (error) => {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === undefined) throw error;
    throw new UsageError(`${output} cannot be written: ${error.message}`, 'Name another place by --output.');
  };
}
