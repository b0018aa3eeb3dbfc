import type { ReachFacts } from '@almanac/core/tracker';
import { sql } from 'kysely';
import { COLLECTION, type PullRow, trackerRows } from '../projections/tracker.ts';
import type { IssueRow } from '../projections/tracker-issue.ts';
import type { Db } from '../store/database.ts';
import { integers, texts } from '../store/list-parameter.ts';
import type { Packed } from '../store/packing.ts';
import type { Documents } from './documents.ts';
import type { Clock } from './held-at.ts';
import type { RecordEvidence } from './record-evidence.ts';
import type { TrackerIssue } from './tracker-issues.ts';
import type { TrackerPullRow } from './tracker-pulls.ts';

export interface TrackerAt {
  readonly issues: readonly TrackerIssue[];
  readonly pulls: readonly TrackerPullRow[];
  readonly records: readonly RecordEvidence[];
  /** False: more issues and pull requests name it than are read. */
  readonly complete: boolean;
}

interface StoredAt extends Packed {
  readonly recordId: number;
  readonly key: string;
  readonly observedAt: Date;
  readonly sha256: string;
  readonly total: number;
}

/**
 * Read from the documents of then. They are found by what issues and pull requests name now: one that has been edited since so
 * that it no longer names the CVE is not found.
 */
export async function trackerAt(
  db: Db,
  documents: Documents,
  { id, at, clock }: { readonly id: string; readonly at: Date; readonly clock: Clock },
  most = MOST_RECORDS,
): Promise<TrackerAt> {
  const named = [id];
  const { rows } = await sql<StoredAt>`
    with named as (
      select number, record_id from issue
      where collection = ${COLLECTION} and (cves @> ${texts(named)} or related_cves @> ${texts(named)})
    ), pulls as (
      select number, record_id from pull_request
      where collection = ${COLLECTION} and exists (select from named)
        and (cves @> ${texts(named)} or closes && array(select number from named))
    )
    select record.id as "recordId", record.key, kept.observed_at as "observedAt", encode(blob.raw_sha256, 'hex') as sha256,
           blob.codec, blob.dictionary, blob.raw_size as "rawSize", blob.packed, about.total
    from (
      select record_id, count(*) over () as total
      from (
        select record_id, 1 as place, number from named
        union all
        select record_id, 2, number from pulls
        union all
        select record_id, 3, number from pull_request
        where collection = ${COLLECTION} and backport_of in (select number from pulls)
      ) found
      group by record_id order by min(place), max(number) desc limit ${most}
    ) about
    join record on record.id = about.record_id
    cross join lateral (
      (select version.* from version
       where version.record_id = record.id and observed_at <= ${at} order by seq desc limit 1)
      union all
      (select version.* from version
       where version.record_id = record.id and ${clock === 'true'} and upstream_modified <= ${at}
         and not exists (select from version seen where seen.record_id = record.id and seen.observed_at <= ${at})
       order by seq limit 1)
    ) kept
    join blob on blob.id = kept.blob_id order by record.key`.execute(db);
  const raws = await documents.unpack(db, rows);
  const read = rows.flatMap(({ key, recordId }, i) =>
    trackerRows(JSON.parse(raws[i]?.toString() ?? 'null'), { key }).rows.map((told) => ({ told, recordId })),
  );
  const issues = read.flatMap(({ told, recordId }) => (told.kind === 'issue' ? [toIssue(told.row, recordId)] : []));
  const pulls = read.flatMap(({ told, recordId }) => (told.kind === 'pull' ? [{ row: told.row, recordId }] : []));
  const numbers = pulls.map(({ row }) => row.number);
  const reached = await reachedBy(db, numbers, at);
  return {
    issues: issues.filter(
      ({ tracked, cves, relatedCves }) => tracked && (cves.includes(id) || relatedCves.includes(id)),
    ),
    pulls: pulls.map(({ row, recordId }) => toPull(row, recordId, reached.get(row.number) ?? [])),
    records: rows.map(({ recordId, key, sha256, observedAt }) => ({ recordId, key, sha256, observedAt })),
    complete: rows.every(({ total }) => total <= most),
  };
}

/** More than any vulnerability has; of a flood the newest issues are read. */
const MOST_RECORDS = 200;

/** Where they had come to by then, as the channels date it. */
async function reachedBy(db: Db, pulls: readonly number[], at: Date): Promise<ReadonlyMap<number, ReachFacts[]>> {
  if (pulls.length === 0) return new Map();
  const { rows } = await sql<{ pull: number; branch: string; revision: string | null; reachedAt: Date }>`
    select pull, branch, revision, reached_at as "reachedAt" from pull_reach
    where collection = ${COLLECTION} and pull = any(${integers(pulls)}) and reached_at <= ${at}
    order by reached_at, branch`.execute(db);
  const byPull = Map.groupBy(rows, ({ pull }) => pull);
  return new Map(
    [...byPull].map(([pull, reached]) => [
      pull,
      reached.map(({ branch, revision, reachedAt }) => ({ branch, revision, reachedAt: reachedAt.toISOString() })),
    ]),
  );
}

function toIssue(row: Omit<IssueRow, 'collection'>, recordId: number): TrackerIssue {
  return {
    recordId,
    number: row.number,
    title: row.title,
    url: row.url,
    state: row.state,
    stateReason: row.state_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    labels: row.labels,
    assignees: row.assignees,
    cves: row.cves,
    relatedCves: row.related_cves,
    packages: row.packages,
    labelSeverity: row.label_severity,
    tracked: row.tracked,
  };
}

function toPull(row: PullRow, recordId: number, reached: readonly ReachFacts[]): TrackerPullRow {
  return {
    recordId,
    number: row.number,
    title: row.title,
    url: row.url,
    state: row.state,
    base: row.base,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    mergedAt: row.merged_at?.toISOString() ?? null,
    cves: row.cves,
    closes: row.closes,
    backportOf: row.backport_of,
    reached,
  };
}
