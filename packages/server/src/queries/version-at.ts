import { type RawBuilder, sql } from 'kysely';
import { isPublishedBy, type Moment } from './affected-valid-at.ts';

/**
 * The version of a record that was current at a moment, as a select. By the sources' own clock the first version that we saw counts for
 * the time before we saw it, from the day on which its source dates it: then it is `reconstructed`.
 */
export function versionAt(recordId: RawBuilder<unknown>, { at, clock }: Moment): RawBuilder<unknown> {
  const seen = sql`select version.*, false as reconstructed from version
    where version.record_id = ${recordId} and observed_at <= ${at} order by seq desc limit 1`;
  if (clock === 'known') return seen;
  return sql`(${seen}) union all
    (select version.*, true from version
     where version.record_id = ${recordId} and (upstream_modified <= ${at} or ${isPublishedBy(recordId, at)} or ${isInKevBy(recordId, at)})
       and not exists (select from version seen where seen.record_id = ${recordId} and seen.observed_at <= ${at})
     order by seq limit 1)`;
}

/** Reports whether the record is a KEV entry that the catalogue says was added by then. */
function isInKevBy(recordId: RawBuilder<unknown>, at: Date): RawBuilder<unknown> {
  return sql`exists (select from record join kev on kev.cve_id = record.key and kev.record_id = record.id
    where record.id = ${recordId} and kev.date_added <= (${at} at time zone 'utc')::date)`;
}
