import { sql } from 'kysely';
import { pino } from 'pino';
import { runCommand } from '../../../src/bin/commands/run-command.ts';
import { readEnvironment } from '../../../src/bin/environment.ts';
import type { Db } from '../../../src/store/database.ts';
import { PROJECTIONS } from '../../../src/store/projections/index.ts';

/** Everything a store holds that must not depend on how it came there, as sorted lines by the name of what they tell. */
export type StoreState = ReadonlyMap<string, readonly string[]>;

/** The part of the state that has the root of each source's evidence. */
export const ROOTS = 'Merkle roots';

const PROJECTED = [...PROJECTIONS.flatMap(({ tables }) => tables), 'package'];

/** Numbers of rows are replaced by what they stand for; times are compared as they are. */
export async function stateOfStore(db: Db, databaseUrl: string): Promise<StoreState> {
  const state = new Map<string, readonly string[]>([
    [ROOTS, await rootsOf(databaseUrl)],
    ['versions', await versionsOf(db)],
    ['checkpoints', await checkpointsOf(db)],
    ['quarantine', await quarantineOf(db)],
  ]);
  for (const table of PROJECTED) state.set(table, await rowsOf(db, table));
  return state;
}

/** The roots of a state by source; `all` is that of all of them. */
export function getRoots(state: StoreState): ReadonlyMap<string, string> {
  const rows = (state.get(ROOTS) ?? []).map((line) => line.split(/ +/)).filter((row) => row.length === 5);
  return new Map(rows.slice(1).map(([source = '', , , , root = '']) => [source, root]));
}

const SHOWN = 3;

/** Nothing where two states are equal; else the first differences of each part. */
export function differences(state: StoreState, expected: StoreState): readonly string[] {
  return [...expected].flatMap(([part, lines]) => {
    const found = state.get(part) ?? [];
    const missing = without(lines, found).map((line) => `${part}: missing ${line}`);
    const surplus = without(found, lines).map((line) => `${part}: surplus ${line}`);
    return missing.slice(0, SHOWN).concat(surplus.slice(0, SHOWN));
  });
}

/** With their numbers: of two equal lines one may be missing. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** What `verify` prints: the roots, with what they were taken over. What it complains about is thrown. */
async function rootsOf(databaseUrl: string): Promise<string[]> {
  const lines: string[] = [];
  const code = await runCommand(
    {
      environment: readEnvironment({ DATABASE_URL: databaseUrl }),
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      signal: AbortSignal.timeout(600_000),
      print: (line) => void lines.push(line),
      complain: (text) => void lines.push(text),
      printBytes: () => {},
      showProgress: () => {},
    },
    ['verify'],
  );
  if (code !== 0) throw new Error(`verify ends with ${code}:\n${lines.join('\n')}`);
  return lines;
}

async function versionsOf(db: Db): Promise<string[]> {
  return linesOf(
    db,
    sql`select source.name as source, record.key, version.seq, version.observed_at, version.upstream_modified,
               encode(raw_sha256, 'hex') as raw, encode(content_sha256, 'hex') as content
        from version join record on record.id = record_id join source on source.id = record.source
        left join blob on blob.id = blob_id`,
  );
}

async function checkpointsOf(db: Db): Promise<string[]> {
  return linesOf(db, sql`select name, channel, value from checkpoint join source on source.id = checkpoint.source`);
}

/** Whoever reads twice meets a bad record twice: how often does not count. */
async function quarantineOf(db: Db): Promise<string[]> {
  return linesOf(
    db,
    sql`select name, key, reason, encode(raw_sha256, 'hex') as raw
        from quarantine join source on source.id = quarantine.source`,
  );
}

async function rowsOf(db: Db, table: string): Promise<string[]> {
  const numbers = sql`jsonb_build_array(to_jsonb(given) -> 'attribute_id', to_jsonb(given) -> 'same_as')
    || coalesce(to_jsonb(given) -> 'inputs', '[]')`;
  const attributes = sql`(
    select jsonb_agg(attribute.name order by place)
    from jsonb_array_elements_text(${numbers}) with ordinality as number (id, place)
    left join collection_attribute as attribute on attribute.id = number.id::integer)`;
  return linesOf(
    db,
    sql`select to_jsonb(given) - '{id,record_id,package_id,attribute_id,same_as,inputs}'::text[]
               || jsonb_build_object('id', case when ${table} <> 'package' then to_jsonb(given) -> 'id' end,
                                     'record', record.source || ' ' || record.key,
                                     'package', to_jsonb(package) - 'id', 'attributes', ${attributes}) as row
        from ${sql.table(table)} as given
        left join record on record.id = (to_jsonb(given) ->> 'record_id')::bigint
        left join package on package.id = (to_jsonb(given) ->> 'package_id')::integer`,
  );
}

async function linesOf(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select to_jsonb(line)::text as line from (${query}) as line order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
