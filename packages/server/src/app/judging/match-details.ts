import type { RecordFact } from '@almanac/core/matching';
import { RECORD_SOURCES } from '@almanac/core/records';
import { inOneTrip } from '../../platform/db.ts';
import { affectedOfIds, type FoundEntries } from '../../queries/affected-of-ids.ts';
import { countRecords } from '../../queries/count-records.ts';
import type { Documents } from '../../queries/documents.ts';
import type { Db } from '../../store/database.ts';
import { type VulnerabilitySummary, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { type DetailsQuestion, type GatherOptions, momentIn } from './gather-facts.ts';
import { DOCUMENTS_AT_ONCE, readRecordFacts } from './read-record-facts.ts';

/** What is read of the vulnerabilities that may match. */
export interface MatchDetails {
  /** Whose. */
  readonly ids: ReadonlySet<string>;
  /** Everything that their records say of the packages, entries that surely do not hold included: they may clear a version. */
  readonly said: FoundEntries;
  readonly records: readonly RecordFact[];
  readonly summaries: ReadonlyMap<string, VulnerabilitySummary>;
  /** How many records are about the packages that are counted; null where that is not asked. */
  readonly counted: number | null;
}

/** The details of so many ids are read together, also of some that will turn out not to match. */
export const MOST_AHEAD = DOCUMENTS_AT_ONCE;

export async function matchDetails(
  db: Db,
  documents: Documents,
  { ids, packageIds, countedPackages }: DetailsQuestion,
  options: GatherOptions,
): Promise<MatchDetails> {
  const moment = momentIn(options);
  const read = (trip: Db) =>
    [
      () => affectedOfIds(trip, { ids, sources: RECORD_SOURCES, packageIds, at: moment }),
      () => readRecordFacts(trip, documents, ids, moment),
      () => vulnerabilitySummaries(trip, ids, options.at, options.summariesFrom),
      () => (countedPackages === null ? null : countRecords(trip, countedPackages, RECORD_SOURCES, moment)),
    ] as const;
  // Of many, nobody holds a connection while documents are parsed.
  const [first, second, third, last] = read(db);
  const [said, records, summaries, counted] =
    ids.length > MOST_AHEAD
      ? [await first(), await second(), await third(), await last()]
      : await inOneTrip(db, (trip) => {
          const [a, b, c, d] = read(trip);
          return Promise.all([a(), b(), c(), d()]);
        });
  return { ids: new Set(ids), said, records, summaries, counted };
}
