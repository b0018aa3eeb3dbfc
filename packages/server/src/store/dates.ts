import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import { ENTRY_RULES } from './entry-checksums.ts';

/** A document with the content of a record's newest version and another date. */
export interface Redated {
  readonly key: string;
  readonly modified: Date;
  readonly contentSha256: Buffer;
  readonly rawCrc: number;
  readonly rawSize: number;
}

/**
 * Notes upstream's date of content that we have, which later documents are compared with and answers show as `redated`. The version
 * keeps the date of its own document. The caller has locked the records. `forwardOnly`: what comes may be older than what we have.
 */
export async function moveDates(
  trx: Transaction,
  source: number,
  redated: readonly Redated[],
  forwardOnly: boolean,
): Promise<void> {
  if (redated.length === 0) return;
  const column = <K extends keyof Redated>(name: K) => redated.map((one) => one[name]);
  await sql`
    update current_version set upstream_modified = given.modified, entry_crc = given.crc, entry_size = given.size,
      entry_seq = seq, entry_rules = ${ENTRY_RULES}
    from unnest(${column('key')}::text[], ${column('modified')}::timestamptz[], ${column('contentSha256')}::bytea[],
                ${column('rawCrc')}::integer[], ${column('rawSize')}::integer[])
         as given (key, modified, content_sha256, crc, size)
    join record on record.source = ${source} and record.key = given.key
    where current_version.record_id = record.id and current_version.content_sha256 = given.content_sha256
      and (not ${forwardOnly}::boolean or coalesce(current_version.upstream_modified < given.modified, true))`.execute(
    trx,
  );
}
