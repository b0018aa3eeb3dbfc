import { type RawBuilder, sql } from 'kysely';
import { type Clock, heldAt } from './held-at.ts';

/** An instant, and by whose clock what was known then is told. */
export interface Moment {
  readonly at: Date;
  readonly clock: Clock;
}

/**
 * Rows of `affected` that hold now, or held at a moment. By the sources' own clock the first that we saw of a record stands for it
 * from the day on which its source says that it was published.
 */
export function rowsValidAt(wanted: RawBuilder<unknown>, moment: Moment | null, limit = sql``): RawBuilder<unknown> {
  const own = sql`affected.record_id, affected.package_id, affected.source, affected.withdrawn, affected.claims`;
  const seen = heldAt(sql`select ${own} from affected where ${wanted}`, moment?.at ?? null);
  if (moment === null || moment.clock === 'known') return sql`${seen} ${limit}`;
  const { at } = moment;
  const then = sql`affected.record_id, affected.package_id, affected.source, affected.withdrawn and not exists (
      select from advisory where advisory.record_id = affected.record_id and advisory.withdrawn > ${at}), affected.claims`;
  const dated = sql`known_from > ${at}
    and known_from = (select observed_at from version where version.record_id = affected.record_id order by seq limit 1)
    and ${isPublishedBy(sql`affected.record_id`, at)}`;
  return sql`${seen}
    union all
    select ${then} from affected where ${wanted} and known_to is null and ${dated}
    union all
    select ${then} from affected where ${wanted} and known_to is not null and ${dated} ${limit}`;
}

/** Whether the source of a record says that it was published by then. */
export function isPublishedBy(recordId: RawBuilder<unknown>, at: Date): RawBuilder<unknown> {
  return sql`(exists (select from advisory where advisory.record_id = ${recordId} and published <= ${at})
    or exists (select from cve where cve.record_id = ${recordId} and published <= ${at})
    or exists (select from nvd where nvd.record_id = ${recordId} and published <= ${at}))`;
}

/** Joins `kept`: the hash of the bytes in which a record said so. */
export function keptBytes(recordId: RawBuilder<unknown>, moment: Moment | null): RawBuilder<unknown> {
  if (moment === null) return sql`join current_version kept on kept.record_id = ${recordId}`;
  const { at, clock } = moment;
  const bytes = sql`from version join blob on blob.id = version.blob_id where version.record_id = ${recordId}`;
  const seen = sql`select raw_sha256, 0 as later ${bytes} and observed_at <= ${at} order by seq desc limit 1`;
  if (clock === 'known') return sql`cross join lateral (${seen}) kept`;
  return sql`cross join lateral (
    select raw_sha256 from ((${seen}) union all (select raw_sha256, 1 ${bytes} order by seq limit 1)) each order by later limit 1
  ) kept`;
}
