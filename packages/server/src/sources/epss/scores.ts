import { normaliseCveId } from '@almanac/core/ids';
import { type Day, isDay } from './days.ts';

export interface EpssRow {
  readonly cve: string;
  /** Both from 0 to 1. */
  readonly score: number;
  readonly percentile: number;
}

export interface EpssScores {
  readonly scoreDate: Day;
  readonly modelVersion: string | null;
  /** True if a CVE that is missing here has no score. */
  readonly whole: boolean;
  /** Each CVE once. */
  readonly rows: Iterable<EpssRow>;
}

export interface EpssFile {
  /** From the comment; files before February 2022 have none. */
  readonly scoreDate: Day | null;
  readonly modelVersion: string | null;
  readonly columns: string;
  readonly count: number;
  /** Invalid lines and repeated CVEs. */
  readonly bad: number;
  /** The first number outside 0 to 1, which means that the scale has changed. */
  readonly outside: string | null;
  readonly rows: Iterable<EpssRow>;
}

/**
 * Reads a comment with model and date, the column names, and a line per CVE. Ignores columns after the third. Nothing
 * is ever quoted.
 */
export function readEpssFile(text: string): EpssFile {
  const lines = splitLines(text);
  const comment = text.startsWith('#') ? takeLine(lines) : '';
  const columns = takeLine(lines).slice(0, LONGEST_HEAD);
  const cves: string[] = [];
  const values: number[] = [];
  const seen = new Set<string>();
  let bad = 0;
  let outside: string | null = null;
  for (const line of lines) {
    if (line === '') continue;
    const [id = '', first = '', second = ''] = line.split(',', 3);
    const cve = USUAL_ID.test(id) ? id : normaliseCveId(id);
    const [score, percentile] = [parseNumber(first), parseNumber(second)];
    if (cve === null || Number.isNaN(score) || Number.isNaN(percentile) || seen.has(cve)) {
      bad += 1;
      continue;
    }
    if (score > 1 || percentile > 1) outside ??= `${cve},${score},${percentile}`;
    seen.add(cve);
    cves.push(cve);
    values.push(score, percentile);
  }
  return {
    ...statedIn(comment),
    columns,
    count: cves.length,
    bad,
    outside,
    rows: { [Symbol.iterator]: rows },
  };

  function* rows(): Generator<EpssRow> {
    for (const [index, cve] of cves.entries()) {
      yield { cve, score: values[2 * index] ?? Number.NaN, percentile: values[2 * index + 1] ?? Number.NaN };
    }
  }
}

/** Parses only the header and line count of a file already validated. */
export function glanceAtEpssFile(text: Buffer): EpssFile {
  const lines = splitLines(text.subarray(0, 4 * LONGEST_HEAD).toString('latin1'));
  const comment = text[0] === HASH ? takeLine(lines) : '';
  const columns = takeLine(lines).slice(0, LONGEST_HEAD);
  let count = text.at(-1) === NEWLINE ? 0 : 1;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count += 1;
  const head = comment === '' ? 1 : 2;
  return { ...statedIn(comment), columns, count: count - head, bad: 0, outside: null, rows: [] };
}

const HASH = 0x23;
const NEWLINE = 0x0a;

function statedIn(comment: string): Pick<EpssFile, 'scoreDate' | 'modelVersion'> {
  const stated = parseStatements(comment.slice(0, LONGEST_HEAD));
  return {
    scoreDate: parseScoreDay(stated.get('score_date') ?? ''),
    modelVersion: stated.get('model_version')?.slice(0, MAX_MODEL) || null,
  };
}

function* splitLines(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    yield text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    at = end + 1;
  }
}

function takeLine(lines: Generator<string>): string {
  const { done, value } = lines.next();
  return done === true ? '' : value;
}

/** Keeping the id's text as it is halves the time. */
const USUAL_ID = /^CVE-(?:1999|20\d\d)-\d{4,19}$/;
const LONGEST_HEAD = 1000;
const MAX_MODEL = 40;
const NUMBER = /^\d{1,6}(?:\.\d{1,20})?(?:[eE]-\d{1,3})?$/;

/** Returns NaN for invalid numbers. Small ones have been written with an exponent. */
export function parseNumber(text: string): number {
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** `2026-02-12T00:00:00+0000`, `…T12:55:00Z` and a bare date share their first ten characters. */
export function parseScoreDay(text: string): Day | null {
  const day = text.slice(0, 10);
  return isDay(day) ? day : null;
}

function parseStatements(comment: string): Map<string, string> {
  const parts = comment.replace(/^#+/, '').split(',');
  return new Map(
    parts.map((part) => {
      const colon = part.indexOf(':');
      return [part.slice(0, Math.max(0, colon)).trim(), part.slice(colon + 1).trim()];
    }),
  );
}
