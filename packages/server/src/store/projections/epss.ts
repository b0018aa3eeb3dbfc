import { sql } from 'kysely';
import { type EpssDay, epssDay } from '../../projections/epss.ts';
import type { EpssScores } from '../../sources/epss/scores.ts';
import type { Transaction } from '../database.ts';
import type { Projection } from './define-projection.ts';

/** A day has no rows beforehand: it is written as it is read. */
export const epssProjection: Projection = {
  name: 'epss',
  version: 1,
  sources: ['epss'],
  tables: ['epss_current', 'epss_month', 'epss_day'],
  // A day that the source no longer shows was published all the same: its scores stay.
  write: async (trx, _source, changes) => {
    let rows = 0;
    for (const { value, version } of changes) {
      if (version.removed === true || value === null) continue;
      const day = epssDay(value as EpssScores);
      await writeEpssDay(trx, day);
      rows += day.cveIds.length;
    }
    return { rows, dropped: 0 };
  },
};

const CHUNK = 10_000;

/** Keeps a day's scores, and makes them the current ones unless a later day's are there already. */
async function writeEpssDay(trx: Transaction, day: EpssDay): Promise<void> {
  const month = `${day.scoredOn.slice(0, 7)}-01`;
  const place = Number(day.scoredOn.slice(8));
  const at = sql.lit(place);
  for (let from = 0; from < day.cveIds.length; from += CHUNK) {
    // One statement for both tables: the lists travel once. Assigning beyond the end of a list
    // fills the days between with null.
    await sql`
      with given as materialized (
        select * from unnest(${day.cveIds.slice(from, from + CHUNK)}::text[], ${day.scores.slice(from, from + CHUNK)}::integer[],
                             ${day.percentiles.slice(from, from + CHUNK)}::integer[]) as listed (cve_id, score, percentile)
      ), current as (
        insert into epss_current (cve_id, score, percentile, scored_on, model)
        select cve_id, score, percentile, ${day.scoredOn}::date, ${day.model} from given
        on conflict (cve_id) do update
        set score = excluded.score, percentile = excluded.percentile, scored_on = excluded.scored_on, model = excluded.model
        where excluded.scored_on >= epss_current.scored_on
          and (epss_current.score, epss_current.percentile, epss_current.scored_on, epss_current.model)
            is distinct from (excluded.score, excluded.percentile, excluded.scored_on, excluded.model)
      )
      insert into epss_month as kept (cve_id, month, scores, percentiles)
      select cve_id, ${month}::date, array_fill(null::integer, array[${place - 1}::integer]) || score,
             array_fill(null::integer, array[${place - 1}::integer]) || percentile
      from given
      on conflict (cve_id, month) do update
      set scores[${at}] = excluded.scores[${at}], percentiles[${at}] = excluded.percentiles[${at}]
      where (kept.scores[${at}], kept.percentiles[${at}])
        is distinct from (excluded.scores[${at}], excluded.percentiles[${at}])`.execute(trx);
  }
  if (!day.whole) return;
  await sql`
    insert into epss_day (scored_on, model, scores) values (${day.scoredOn}, ${day.model}, ${day.cveIds.length})
    on conflict (scored_on) do update set model = excluded.model, scores = excluded.scores`.execute(trx);
}
