import { gunzipSync } from 'node:zlib';
import { normaliseCveId } from '@almanac/core/ids';
import { elementOf } from '../../platform/json-elements.ts';
import { type KeptBytes, type SourceRecord, UnexpectedUpstream, type Unreadable } from '../source.ts';
import { checkDay, MAX_TEXT, parseDayFile } from './day-file.ts';
import { isDay } from './days.ts';
import { readScore, scoreItem } from './one-score.ts';
import { type EpssScores, readEpssFile } from './scores.ts';

/** Reads stored bytes: a day's file under its date, or a CVE's row under its ID. */
export function scoresOfEvidence(raw: Buffer, key: string): EpssScores | null {
  if (key.startsWith('CVE-')) return readScore(key, JSON.parse(raw.toString())).data ?? null;
  const text = raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw) : raw;
  const { scoreDate, modelVersion, rows } = readEpssFile(text.toString('latin1'));
  return { scoreDate: scoreDate ?? key, modelVersion, whole: true, rows };
}

export function rereadScores({ raw, key }: KeptBytes): SourceRecord<EpssScores> | Unreadable {
  const setAside = (unreadable: string): Unreadable => ({ unreadable, raw, ...(key !== null && { key }) });
  try {
    if (key !== null && normaliseCveId(key) === key) return scoreItem(key, elementOf(raw));
    if (key === null || !isDay(key)) return setAside('of no day and of no CVE');
    const text = raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw, { maxOutputLength: MAX_TEXT }) : Buffer.from(raw);
    const found = parseDayFile(key, raw, text, null);
    checkDay(key, found, null);
    return found.record;
  } catch (error) {
    // For another CVE or day, or not a gzip file.
    if (error instanceof UnexpectedUpstream || (error as NodeJS.ErrnoException).code !== undefined) {
      return setAside((error as Error).message);
    }
    throw error;
  }
}
