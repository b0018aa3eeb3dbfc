import type { SourceId } from '@almanac/contract';
import { inOneTrip } from '../../platform/db.ts';
import { affectedOfIds, type FoundEntries } from '../../queries/affected-of-ids.ts';
import {
  type AffectedPage,
  type AffectedQuestion,
  type AllAffected,
  allAffectedRows,
  firstAffectedRows,
} from '../../queries/affected-rows.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { aliasGroupsOf } from '../../queries/alias-groups-of.ts';
import { type NamedPackages, type PackageName, packagesNamed } from '../../queries/packages-named.ts';
import type { GroupOfIds } from '../../queries/record-links.ts';
import { rejectedCves } from '../../queries/rejected-cves.ts';
import { type SourcesByPackage, sourcesByPackage } from '../../queries/sources-by-package.ts';
import { upstreamCves } from '../../queries/upstream-cves.ts';
import type { Db } from '../../store/database.ts';
import { type VulnerabilitySummary, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';

/** What is asked to judge packages by ecosystem and exact name: of the database, or of what was read before. */
export interface ExactReads {
  /** What begins together within it makes one round trip. */
  together<R>(ask: (reads: ExactReads) => Promise<R>): Promise<R>;
  packages(names: readonly PackageName[]): Promise<NamedPackages>;
  /** The first page of the rows; null where reading them costs nothing. */
  firstRows(question: Omit<AffectedQuestion, 'after' | 'limit'>, most: number): Promise<AffectedPage | null>;
  rows(
    question: Omit<AffectedQuestion, 'after' | 'limit'>,
    most: number,
    first: AffectedPage | null,
  ): Promise<AllAffected>;
  covers(recordIds: readonly number[]): Promise<ReadonlyMap<string, readonly string[]>>;
  groups(ids: readonly string[]): Promise<readonly GroupOfIds[]>;
  entries(question: {
    readonly ids: readonly string[];
    readonly sources: readonly SourceId[];
    readonly packageIds: readonly number[] | null;
    readonly at: Moment | null;
  }): Promise<FoundEntries>;
  speakers(packageIds: readonly number[], sources: readonly SourceId[], at: Moment | null): Promise<SourcesByPackage>;
  summaries(ids: readonly string[], at: Date | null): Promise<ReadonlyMap<string, VulnerabilitySummary>>;
  rejected(ids: readonly string[]): Promise<ReadonlyMap<string, Date | null>>;
}

/** One question to the database each. */
export function readsOf(db: Db): ExactReads {
  return {
    together: (ask) => inOneTrip(db, (trip) => ask(readsOf(trip))),
    packages: (names) => packagesNamed(db, names),
    firstRows: (question, most) => firstAffectedRows(db, question, most),
    rows: (question, most, first) => allAffectedRows(db, question, most, first),
    covers: (recordIds) => upstreamCves(db, recordIds, null),
    groups: (ids) => aliasGroupsOf(db, ids, null),
    entries: (question) => affectedOfIds(db, question),
    speakers: (packageIds, sources, at) => sourcesByPackage(db, packageIds, sources, at),
    summaries: (ids, at) => vulnerabilitySummaries(db, ids, at),
    rejected: (ids) => rejectedCves(db, ids),
  };
}
