import type { AnswerOf } from '@almanac/client';
import { type Coverage, type MyPackages, postMyPackages } from '@almanac/contract';
import { compareRows, listSentence, listTotals } from '@almanac/core/my-packages';
import { askBatches, mergedCoverage } from '@almanac/core/scan';
import { count } from '../output/words.ts';
import type { Session } from '../session.ts';
import type { GivenList } from './given-list.ts';

export interface TodayResult extends Coverage {
  readonly data: MyPackages;
  /** The API's original answer; null if several requests were needed. */
  readonly text: string | null;
  readonly suppressed: number;
}

/** Splits the list into as many requests as needed. */
export async function askAboutList(
  { client, signal, progress }: Session,
  { packages, unchecked }: GivenList,
): Promise<TodayResult> {
  const texts: string[] = [];
  const rows = [...unchecked];
  let coverage: Coverage = { coverage: [], asOf: null };
  let asked = 0;
  for (const batch of askBatches(packages)) {
    progress.show(`${count(asked)} of ${count(packages.length)} packages checked`, asked, packages.length);
    const text = await client.text(postMyPackages, { body: { packages: batch } }, { signal });
    const answer = JSON.parse(text) as AnswerOf<typeof postMyPackages>;
    coverage = mergedCoverage(texts.length === 0 ? null : coverage, answer);
    rows.push(...answer.data.rows);
    asked += batch.length;
    texts.push(text);
  }
  progress.clear();
  const totals = listTotals(rows);
  const data = { sentence: listSentence(totals), totals, left: 0, rows: rows.toSorted(compareRows) };
  const [only = null] = texts.length === 1 && unchecked.length === 0 ? texts : [];
  return { data, ...coverage, text: only, suppressed: 0 };
}

export async function askAboutMaintainer({ client, signal }: Session, maintainer: string): Promise<TodayResult> {
  const text = await client.text(postMyPackages, { body: { maintainer } }, { signal });
  const { data, coverage, asOf } = JSON.parse(text) as AnswerOf<typeof postMyPackages>;
  return { data, coverage, asOf, text, suppressed: 0 };
}
