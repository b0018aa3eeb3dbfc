import { openHeld } from '@almanac/offline/store';
import { documentsOfRecord, type ShownRecord } from '../db/documents.ts';
import { namedPublisher } from '../db/publisher.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain } from '../output/plain-text.ts';
import { count, counted } from '../output/words.ts';
import type { Session } from '../session.ts';
import type { DbOptions } from './db.ts';

export async function dbShow(
  session: Session,
  wanted: readonly string[],
  { key }: Pick<DbOptions, 'key'>,
): Promise<ExitCode> {
  const [id, ...more] = wanted;
  if (id === undefined || more.length > 0) {
    throw new UsageError(
      'What to show is not said.',
      'Name one record, such as CVE-2024-3094, or the SHA-256 of its bytes.',
    );
  }
  const publisher = await namedPublisher(session, { key });
  const held = await openHeld(publisher.folder, publisher.key, new Date(session.now()));
  const records = await documentsOfRecord(held, id, session.signal);
  if (session.json) session.printJson(JSON.stringify({ records }));
  else for (const record of records) session.print(...linesOf(record));
  if (records.length === 0) session.note(`What is held of the snapshot has no record ${plain(id)}.`);
  return records.some(({ document }) => document !== null) ? EXIT.clean : EXIT.unknown;
}

function linesOf({ source, id, sha256, document, lacking }: ShownRecord): string[] {
  const about = `${source} ${id ?? ''} sha256:${sha256}`.replaceAll('  ', ' ');
  if (document !== null) return [`# ${about}`, plain(document), ''];
  const cost = lacking === null ? '' : `; ${counted(lacking.files, 'file')} with ${count(lacking.bytes)} bytes have it`;
  return [`# ${about}: its document is not held${cost}`, ''];
}
