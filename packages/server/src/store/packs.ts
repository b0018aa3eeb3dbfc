import type { SourceId } from '@almanac/contract';
import { RECORD_SOURCES } from '@almanac/core/records';
import { sql } from 'kysely';
import { type PackName, packMark, toPackName } from '../projections/pack-name.ts';
import type { Db, Transaction } from './database.ts';
import { PRIORITIES } from './job-requests.ts';
import { unnestRows } from './projections/unnest-rows.ts';
import { idsTouched, namesTouched } from './touched.ts';

/**
 * A part of a large pack: the vulnerabilities whose hash begins with some bits. Its number is 1 followed by these bits, so that a part
 * that grows too large becomes two without a change to the others.
 */
export interface PackPart {
  readonly part: number;
  readonly pack: string;
  /** The ids in it: a mark of one of them outdates it. */
  readonly depends: readonly string[];
}

/** A pack as it is kept. */
export interface PackRow extends PackName {
  /** Null where it is in parts, or is incomplete. */
  readonly pack: string | null;
  readonly parts: readonly PackPart[];
  /** The marks that outdate it. */
  readonly depends: readonly string[];
}

/** How far the first round of making packs has come. */
export interface PackRound {
  readonly rules: string;
  /** No transaction is under way any more that may have stored versions without marks. */
  readonly isFenced: boolean;
  /** Since the beginning, no table that packs are made from was replaced, and the database was not restored elsewhere. */
  readonly canContinue: boolean;
  /** The last name of the round; null: the round is over. */
  readonly after: string | null;
}

const KEY_COLUMNS = { name: 'text', ecosystem: 'text', vendor: 'text' } as const;
const COLUMNS = { ...KEY_COLUMNS, part: 'smallint', pack: 'text', depends: 'text[]' } as const;
const MARK_COLUMNS = { mark: 'text', record: 'text' } as const;

export async function readPackRound(db: Db): Promise<PackRound | null> {
  const { rows } = await sql<PackRound>`
    select rules, fence <= pg_snapshot_xmin(pg_current_snapshot()) as "isFenced", after_name as after,
           swapped_at is not distinct from (select max(swapped_at) from projection_version)
             and fence <= pg_snapshot_xmax(pg_current_snapshot()) as "canContinue"
    from package_pack_state`.execute(db);
  return rows[0] ?? null;
}

/** Begins a round: whoever stores versions from then on adds marks. */
export async function beginPacks(db: Db, rules: string): Promise<void> {
  await sql`
    insert into package_pack_state (rules, swapped_at, fence, after_name)
    select ${rules}, (select max(swapped_at) from projection_version), pg_current_xact_id(), ''
    on conflict (one_row) do update
    set rules = excluded.rules, swapped_at = excluded.swapped_at, fence = excluded.fence, after_name = ''`.execute(db);
  // Read once the row is there for all to see: who began before may not have seen it.
  await sql`update package_pack_state set fence = pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
}

/** Ends the use of packs, and of marks. */
export async function forgetPacks(db: Db): Promise<void> {
  await sql`delete from package_pack_state`.execute(db);
  await sql`delete from package_mark`.execute(db);
}

/** A column of the statement that inserts versions: its transaction adds the marks of what they touch. */
export const PROMISE_MARKS = sql`set_config('almanac.marks', 'on', true) as marks`;

/** The job that makes packs. However many ask, one waits in the queue, and none runs beside another. */
export const PACKS_JOB = {
  task: 'fill-packs',
  payload: {},
  jobKey: 'fill-packs',
  queueName: 'packs',
  priority: PRIORITIES.background,
  maxAttempts: 10,
  delaySeconds: 0,
} as const;

/** Sources whose records enter packs: those of statements, and KEV, whose names are titles where there is no other. */
const PACKED_SOURCES: ReadonlySet<SourceId> = new Set<SourceId>([...RECORD_SOURCES, 'kev']);

/** Adds the marks of everything that the new versions of these records touch. */
export async function markPacks(trx: Transaction, source: SourceId, recordIds: readonly number[]): Promise<void> {
  if (!PACKED_SOURCES.has(source) || recordIds.length === 0 || !(await hasPacks(trx))) return;
  const names = await namesTouched(trx, recordIds);
  const ids = await idsTouched(trx, recordIds);
  const marks = [
    ...names.map((one) => ({ mark: packMark(toPackName(one)), record: one.record })),
    ...ids.map((mark) => ({ mark, record: null })),
  ];
  await sql`
    insert into package_mark (mark, record)
    select distinct mark, record from ${unnestRows(marks, MARK_COLUMNS)}`.execute(trx);
}

/** Whether anybody makes packs, so that marks are worth finding. */
async function hasPacks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from package_pack_state) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Whether some packs are to be made again. */
export async function hasMarks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from package_mark) as has`.execute(db);
  return rows[0]?.has ?? false;
}

export interface SeenMarks {
  readonly ids: readonly number[];
  readonly marks: readonly string[];
}

/** Reads the oldest marks. */
export async function readMarks(db: Db, limit: number): Promise<SeenMarks> {
  const { rows } = await sql<{ id: number; mark: string }>`
    select id, mark from package_mark order by id limit ${limit}`.execute(db);
  return { ids: rows.map(({ id }) => id), marks: [...new Set(rows.map(({ mark }) => mark))] };
}

/**
 * Lists the packages whose packs one of these marks outdates, and whether the pack is in parts. The marks are a subquery: with their
 * values in the statement, the planner expects so many packs of a thousand marks that it compares every mark with every pack.
 */
export async function packsOutdatedBy(
  db: Db,
  marks: readonly string[],
): Promise<readonly (PackName & { readonly isInParts: boolean })[]> {
  const { rows } = await sql<PackName & { isInParts: boolean }>`
    select name, ecosystem, nullif(vendor, '') as vendor, pack is null as "isInParts" from package_pack
    where depends && (select ${marks}::text[]) and part = 0`.execute(db);
  return rows;
}

/** Replaces the packs of these packages. One without records has none. */
export async function replacePacks(
  trx: Transaction,
  names: readonly PackName[],
  packs: readonly PackRow[],
): Promise<void> {
  const keys = names.map(({ name, ecosystem, vendor }) => ({ name, ecosystem, vendor: vendor ?? '' }));
  await sql`
    delete from package_pack using ${unnestRows(keys, KEY_COLUMNS)}
    where package_pack.name = given.name and package_pack.ecosystem = given.ecosystem and package_pack.vendor = given.vendor`.execute(
    trx,
  );
  if (packs.length === 0) return;
  const rows = packs.flatMap(({ parts, pack, depends, ...name }) => [
    toRow(name, { part: 0, pack, depends }),
    ...parts.map((one) => toRow(name, one)),
  ]);
  await insertParts(trx, rows);
}

/** Replaces some parts of a pack. */
export async function replaceParts(
  trx: Transaction,
  name: PackName,
  before: readonly number[],
  parts: readonly PackPart[],
): Promise<void> {
  const ofPack = sql`name = ${name.name} and ecosystem = ${name.ecosystem} and vendor = ${name.vendor ?? ''}`;
  await sql`delete from package_pack where ${ofPack} and part = any(${before}::smallint[])`.execute(trx);
  await insertParts(
    trx,
    parts.map((one) => toRow(name, one)),
  );
  await sql`
    update package_pack set depends = array(
      select ${packMark(name)} union select unnest(part.depends) from package_pack part where ${ofPack} and part > 0
    ) where ${ofPack} and part = 0`.execute(trx);
}

interface PartRow {
  readonly part: number;
  readonly pack: string | null;
  readonly depends: readonly string[];
}

function toRow({ name, ecosystem, vendor }: PackName, { part, pack, depends }: PartRow) {
  return { name, ecosystem, vendor: vendor ?? '', part, pack, depends };
}

async function insertParts(trx: Transaction, rows: readonly ReturnType<typeof toRow>[]): Promise<void> {
  await sql`
    insert into package_pack (name, ecosystem, vendor, part, pack, depends, digest)
    select name, ecosystem, vendor, part, pack, depends, case when part > 0 then sha256(convert_to(pack, 'UTF8')) end
    from ${unnestRows(rows, COLUMNS)}`.execute(trx);
}

/** Notes how far the round has come; false where it was begun again meanwhile. */
export async function movePackRound(
  trx: Transaction,
  from: PackRound['after'],
  to: PackRound['after'],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update package_pack_state set after_name = ${to} where after_name is not distinct from ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteMarks(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`delete from package_mark where id = any(${ids}::bigint[])`.execute(trx);
}
