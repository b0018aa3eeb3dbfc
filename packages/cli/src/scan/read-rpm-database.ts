import { copyFile, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { RPM_HEADER_LIMITS, type RpmRow, type System } from '@almanac/core/lockfiles';
import { readRpmDatabase, type ScannedReading } from '@almanac/core/scan';

/** Includes the log. A server with 3,000 packages has some 200 MiB. */
const MAX_BYTES = 1024 ** 3;

/** SQLite files with changes not yet in the database. */
export const SIDE_FILES: readonly string[] = ['-wal', '-journal'];

/**
 * Reads the packages of an rpmdb.sqlite from a copy: SQLite writes beside a database even to read it, and the scanned
 * system must not change. Changes still in rpm's log are included.
 */
export async function readRpmFile(
  file: string,
  system: System | null,
  maxBytes: number = MAX_BYTES,
): Promise<ScannedReading> {
  const sqlite = await loadSqlite();
  if (sqlite === null) return refuse(`Node.js ${process.version} lacks SQLite; version 22.13 or later is required`);
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-rpm-'));
  try {
    const copy = await copyDatabase(file, folder, maxBytes);
    if (copy === null) return refuse(`it exceeds ${maxBytes} bytes`);
    const db = new sqlite.DatabaseSync(copy, { readOnly: true });
    try {
      if (!hasPackages(db)) return refuse('it has no rpm packages table');
      return readRpmDatabase(iterateRows(db), system);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    return refuse(error.message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function describeUnread(reason: string): string {
  return `not checked: the rpm database was not read: ${reason}. Run rpm -qa --qf "%{NEVRA}\\n" > rpm-qa.txt on that system and scan that file`;
}

function refuse(reason: string): ScannedReading {
  return { file: null, problem: describeUnread(reason) };
}

/** The oldest supported Node.js lacks SQLite. */
async function loadSqlite(): Promise<{ readonly DatabaseSync: typeof DatabaseSync } | null> {
  try {
    return await import('node:sqlite');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_BUILTIN_MODULE') throw error;
    return null;
  }
}

/** Null if there is too much to copy. Does not follow a link beside the database. */
async function copyDatabase(file: string, folder: string, maxBytes: number): Promise<string | null> {
  const copy = path.join(folder, 'rpmdb.sqlite');
  const files: { readonly from: string; readonly to: string }[] = [];
  let bytes = 0;
  for (const suffix of ['', ...SIDE_FILES]) {
    const found = await lstat(`${file}${suffix}`).catch(() => null);
    if (found?.isFile() !== true) continue;
    bytes += found.size;
    files.push({ from: `${file}${suffix}`, to: `${copy}${suffix}` });
  }
  if (bytes > maxBytes) return null;
  for (const { from, to } of files) await copyFile(from, to);
  return copy;
}

/** Requires the table as rpm creates it: a view or generated column could compute forever. */
function hasPackages(db: DatabaseSync): boolean {
  const row = db.prepare("select sql from sqlite_schema where type = 'table' and name = 'Packages'").get();
  const sql = row?.['sql'];
  return typeof sql === 'string' && PACKAGES.test(sql);
}

const PACKAGES =
  /^CREATE TABLE (?:IF NOT EXISTS )?['"]?Packages['"]? ?\(\s*hnum INTEGER PRIMARY KEY AUTOINCREMENT,\s*blob BLOB NOT NULL\s*\)$/;

/** Large rows yield only their number, which may exceed JavaScript's safe integers. */
function* iterateRows(db: DatabaseSync): Generator<RpmRow> {
  const query = db.prepare(
    'select cast(hnum as text) as number, case when length(blob) <= ? then blob end as header from Packages order by hnum',
  );
  for (const { number, header } of query.iterate(RPM_HEADER_LIMITS.bytes)) {
    yield { number: String(number), header: header instanceof Uint8Array ? header : null };
  }
}

/** Unreadable and damaged files are not internal errors. */
function isExpected(error: unknown): error is NodeJS.ErrnoException {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof Error && (code === 'ERR_SQLITE_ERROR' || /^E[A-Z]+$/.test(code ?? ''));
}
