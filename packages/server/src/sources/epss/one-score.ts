import { normaliseCveId } from '@almanac/core/ids';
import { z } from 'zod';
import { elementsOf, type JsonElement } from '../../platform/json-elements.ts';
import { type Fetched, type Http, type SourceRecord, UnexpectedUpstream, type Unreadable } from '../source.ts';
import { type EpssScores, parseNumber, parseScoreDay } from './scores.ts';

/** The API has numbers as strings. */
const Share = z
  .union([z.string(), z.number()])
  .transform((given) => parseNumber(String(given)))
  .refine((number) => number <= 1, 'expected a number from 0 to 1');
const Row = z.object({
  cve: z.string(),
  epss: Share,
  percentile: Share,
  date: z.string().refine((text) => parseScoreDay(text) !== null, 'expected a date'),
});

/** Fetches a CVE's newest score, which the day's file may lack. The record is an element of `data`. */
export async function fetchScore(
  http: Http,
  apiUrl: string,
  key: string,
  signal: AbortSignal,
): Promise<Fetched<EpssScores>> {
  const cve = normaliseCveId(key);
  if (cve === null) return 'absent';
  const answer = await http.get(`${apiUrl}?cve=${cve}`, { signal, maxBytes: 1024 * 1024 });
  if (answer.status !== 200) throw new UnexpectedUpstream('epss', `${new URL(apiUrl).host} answers ${answer.status}`);
  const [element, ...more] = findData(answer.body);
  if (element === undefined) return 'absent';
  if (more.length > 0) throw new UnexpectedUpstream('epss', `has ${1 + more.length} scores of ${cve}`);
  return scoreItem(cve, element);
}

function findData(document: Uint8Array): JsonElement[] {
  try {
    return [...elementsOf(document, 'data')];
  } catch (error) {
    throw new UnexpectedUpstream('epss', (error as Error).message, { cause: error });
  }
}

export function scoreItem(cve: string, element: JsonElement): SourceRecord<EpssScores> | Unreadable {
  const { bytes: raw } = element;
  if ('unreadable' in element) return { unreadable: element.unreadable, raw, key: cve };
  const { value } = element;
  const { data: parsed, error } = readScore(cve, value);
  return error === undefined ? { key: cve, raw, value, parsed } : { unreadable: z.prettifyError(error), raw, key: cve };
}

export function readScore(cve: string, value: unknown): z.ZodSafeParseResult<EpssScores> {
  return Row.transform(({ cve: named, epss: score, percentile, date }): EpssScores => {
    if (normaliseCveId(named) !== cve) {
      throw new UnexpectedUpstream('epss', `answers with another CVE than ${cve}`);
    }
    return { scoreDate: date.slice(0, 10), modelVersion: null, whole: false, rows: [{ cve, score, percentile }] };
  }).safeParse(value);
}
