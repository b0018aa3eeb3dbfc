import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { SpooledRecord } from '@almanac/twins';
import { corpusFile } from '../../../../../test/corpus.ts';
import { type Share, takenLines, type Upstream } from './records.ts';

/** What is dated later is not of the first state. */
const QUARTER_AGO = '2024-10-24T20:00:00Z';

/**
 * Since when the twin has each state: the first from the beginning. The second is too old for the delta archives of the
 * day on which it is read, or the twin would pack half of the list into each of them.
 */
export const CVE_STATES = ['1970-01-01T00:00:00Z', '2025-01-15T12:00:00Z', '2025-01-24T06:50:00Z'] as const;

interface CveDates {
  readonly cveMetadata: { readonly cveId: string; readonly dateUpdated: string };
}

export interface CveHistory extends Upstream<SpooledRecord> {
  /** How many versions each of the three states brings. */
  readonly brought: readonly [number, number, number];
  /** Records of more than one version, with the text that counts in each state; null where there is none yet. */
  readonly moved: ReadonlyMap<string, readonly (string | null)[]>;
}

/**
 * The list as it was on three days. `records` is the last; a week before, the records of `previous-week` were as there and
 * those that were new in the week were missing; a quarter before, likewise, and what is dated since was missing too.
 */
export function cveHistory(share: Share): CveHistory {
  const [quarter, week] = [textsOf('previous-quarter', share), textsOf('previous-week', share)];
  const { new: added } = JSON.parse(readFileSync(corpusFile('cve-list/week-delta.json'), 'utf8')) as WeekDelta;
  const isAdded = new Set(added.map(({ cveId }) => cveId));
  const records: SpooledRecord[] = [];
  const moved = new Map<string, readonly (string | null)[]>();
  const brought: [number, number, number] = [0, 0, 0];
  let live = 0;
  for (const { id, text } of takenLines('cve-list/records.jsonl.gz', MARK, share)) {
    const { cveId, dateUpdated } = (JSON.parse(text) as CveDates).cveMetadata;
    if (cveId !== id) throw new Error(`the line of ${cveId} names ${id} first`);
    live += 1;
    const aWeekAgo = isAdded.has(id) ? null : (week.get(id) ?? text);
    const isYoung = aWeekAgo === null || week.has(id) || dateUpdated > QUARTER_AGO.slice(0, -1);
    const states = [quarter.get(id) ?? (isYoung ? null : text), aWeekAgo, text];
    let last: string | null = null;
    let versions = 0;
    for (const [index, state] of states.entries()) {
      if (state === null || state === last) continue;
      records.push({ id, at: CVE_STATES[index] ?? '', record: state });
      if (last === null || !isDeepStrictEqual(JSON.parse(last), JSON.parse(state))) {
        brought[index as 0 | 1 | 2] += 1;
        versions += 1;
      }
      last = state;
    }
    if (versions > 1) moved.set(id, states);
  }
  return { records, live, versions: brought[0] + brought[1] + brought[2], duplicates: 0, brought, moved };
}

const MARK = '"cveId":"';

interface WeekDelta {
  readonly new: readonly { readonly cveId: string }[];
}

function textsOf(name: string, share: Share): Map<string, string> {
  const lines = takenLines(`cve-list/${name}.jsonl.gz`, MARK, share);
  return new Map(Array.from(lines, ({ id, text }) => [id, text]));
}
