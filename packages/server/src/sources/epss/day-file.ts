import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type LazyRecord, type SourceDeps, type SourceRecord, UnexpectedUpstream } from '../source.ts';
import type { Day } from './days.ts';
import type { EpssPosition } from './position.ts';
import { type EpssFile, type EpssScores, glanceAtEpssFile, readEpssFile } from './scores.ts';

export interface DayFile {
  readonly record: SourceRecord<EpssScores> | LazyRecord<EpssScores>;
  readonly file: EpssFile;
}

type ReadDayFile = DayFile & { readonly record: SourceRecord<EpssScores> };

/** The file is invalid. Other days may be fine. */
export class RefusedDay extends UnexpectedUpstream {
  constructor(day: Day, detail: string, options?: ErrorOptions) {
    super('epss', `the file of ${day} ${detail}`, options);
  }
}

const MEGABYTE = 1024 * 1024;
/** 360,000 rows have 2.5 MB, unpacked 11 MB. */
const MAX_PACKED = 32 * MEGABYTE;
export const MAX_TEXT = 96 * MEGABYTE;

/**
 * Returns null if the file does not exist yet or equals `known`. The store answers 403 as well as 404 for missing
 * files.
 */
export async function fetchDay(
  { http, holds }: Pick<SourceDeps, 'http' | 'holds'>,
  url: string,
  day: Day,
  signal: AbortSignal,
  known: Date | null = null,
): Promise<DayFile | null> {
  const answer = await http.get(`${url}/epss_scores-${day}.csv.gz`, {
    signal,
    maxBytes: MAX_PACKED,
    ...(known !== null && { modifiedSince: known.toUTCString() }),
  });
  const { status, body: raw, lastModified } = answer;
  if (status === 304 || status === 403 || status === 404) return null;
  if (status !== 200) throw new UnexpectedUpstream('epss', `${new URL(url).host} answers ${status}`);
  const dated = new Date(lastModified ?? Number.NaN);
  const modified = Number.isNaN(dated.getTime()) ? null : dated;
  const text = await unpacked(day, raw);
  if ((await holds?.(day, raw)) !== true) return parseDayFile(day, raw, text, modified);
  // It was validated when it came.
  const read = () => parseDayFile(day, raw, text, modified).record;
  return { record: { key: day, raw, read }, file: glanceAtEpssFile(text) };
}

export function parseDayFile(day: Day, raw: Uint8Array, text: Buffer, modified: Date | null): ReadDayFile {
  // Scores are ASCII.
  const file = readEpssFile(text.toString('latin1'));
  const { scoreDate, modelVersion, rows } = file;
  const record = {
    key: day,
    raw,
    value: { sha256: createHash('sha256').update(text).digest('hex') },
    parsed: { scoreDate: scoreDate ?? day, modelVersion, whole: true, rows },
    ...(modified !== null && { modified }),
  };
  return { record, file };
}

const inflate = promisify(gunzip);

/** With `Content-Encoding: gzip` the HTTP client has unpacked it already. */
async function unpacked(day: Day, raw: Uint8Array): Promise<Buffer> {
  if (raw[0] !== 0x1f || raw[1] !== 0x8b) return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  try {
    return await inflate(raw, { maxOutputLength: MAX_TEXT });
  } catch (error) {
    throw new RefusedDay(day, `cannot be unpacked: ${(error as Error).message}`, { cause: error });
  }
}

const COLUMNS = 'cve,epss,percentile';
/** Since this day, files begin with a comment that names model and date. */
const FIRST_COMMENT: Day = '2022-02-04';
const MAX_BAD_SHARE = 0.01;
const LEAST_ROWS_SHARE = 0.95;

/** Rejects a file of another day or form, or one much shorter than the last good one. */
export function checkDay(day: Day, { file }: DayFile, last: EpssPosition | null): void {
  const { scoreDate, columns, count, bad, outside } = file;
  if (columns !== COLUMNS && !columns.startsWith(`${COLUMNS},`)) {
    throw new RefusedDay(day, `has the columns ${JSON.stringify(columns.slice(0, 80))}`);
  }
  if (scoreDate !== day && !(scoreDate === null && day < FIRST_COMMENT)) {
    throw new RefusedDay(day, `says that it is of ${scoreDate ?? 'no day'}`);
  }
  if (outside !== null) throw new RefusedDay(day, `has numbers beyond 1: ${outside}`);
  if (count + bad === 0) throw new RefusedDay(day, 'has no scores');
  if (count === 0 || bad > (count + bad) * MAX_BAD_SHARE) {
    throw new RefusedDay(day, `has ${bad} bad lines among ${count + bad}`);
  }
  if (last !== null && count < last.rows * LEAST_ROWS_SHARE) {
    throw new RefusedDay(day, `has ${count} rows, where there were ${last.rows} on ${last.day}`);
  }
}
