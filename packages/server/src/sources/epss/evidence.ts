import { gunzipSync } from 'node:zlib';
import { readScore } from './one-score.ts';
import { type EpssScores, readEpssFile } from './scores.ts';

/** What was made of kept bytes when they came: a day's file under its date, or one CVE's row under its id. */
export function scoresOfEvidence(raw: Buffer, key: string): EpssScores | null {
  if (key.startsWith('CVE-')) return readScore(key, JSON.parse(raw.toString())).data ?? null;
  const text = raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw) : raw;
  const { scoreDate, modelVersion, rows } = readEpssFile(text.toString('latin1'));
  return { scoreDate: scoreDate ?? key, modelVersion, whole: true, rows };
}
