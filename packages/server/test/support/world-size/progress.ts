import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../../src/store/database.ts';

/** How far a run had come at a time. */
interface Sample {
  readonly seconds: number;
  readonly seen: number;
  /** Inserted and updated, of all tables, as the database counts them. */
  readonly rows: number;
}

const LOOK_EVERY_MS = 2_000;
const SAY_EVERY = 15;

/**
 * Looks at the run that begins now until told to stop, says how far it is, and in the end how fast each tenth of it was.
 * Returns how many rows were written meanwhile.
 */
export async function watchRun(
  db: Db,
  name: string,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const began = performance.now();
  const first = await look(db, Number.MAX_SAFE_INTEGER);
  const samples: Sample[] = [];
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS, null, { signal }).catch(() => undefined);
    const { seen, rows } = await look(db, first.run);
    samples.push({ seconds: (performance.now() - began) / 1000, seen, rows: rows - first.rows });
    if (samples.length % SAY_EVERY === 0) {
      say(`${name}: ${seen} records after ${Math.round(samples.at(-1)?.seconds ?? 0)} s`);
    }
  }
  if (samples.length >= 20) for (const line of tenths(samples)) say(`${name}: ${line}`);
  return samples.at(-1)?.rows ?? 0;
}

/** Records and rows a second while each tenth of the records was read: whether it slows down as the store fills. */
function tenths(samples: readonly Sample[]): string[] {
  const all = samples.at(-1)?.seen ?? 0;
  const lines: string[] = [];
  let last: Sample = { seconds: 0, seen: 0, rows: 0 };
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const sample = samples.find(({ seen }) => seen >= (all * tenth) / 10);
    if (sample === undefined || sample.seconds === last.seconds) continue;
    const rate = (what: 'seen' | 'rows') => Math.round((sample[what] - last[what]) / (sample.seconds - last.seconds));
    lines.push(`up to ${sample.seen}: ${rate('seen')} records/s, ${rate('rows')} rows/s`);
    last = sample;
  }
  return lines;
}

/** Of a run that came after another; 0 while it has not begun. */
async function look(db: Db, after: number): Promise<{ run: number; seen: number; rows: number }> {
  const { rows } = await sql<{ run: number; seen: number; rows: number }>`
    select coalesce((select max(id) from run), 0) as run,
           coalesce((select seen from run where id > ${after} order by id desc limit 1), 0) as seen,
           (select coalesce(sum(n_tup_ins + n_tup_upd), 0)::bigint from pg_stat_user_tables) as rows`.execute(db);
  return rows[0] ?? { run: 0, seen: 0, rows: 0 };
}
