import { sql } from 'kysely';
import { type LinkRow, type PullRow, type ReachRow, type TrackerRow, trackerRows } from '../../projections/tracker.ts';
import type { IssueRow } from '../../projections/tracker-issue.ts';
import type { Transaction } from '../database.ts';
import type { RowChange } from './change.ts';
import { type CurrentTable, writeCurrentRows } from './current-rows.ts';
import { defineProjection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';

const issueTable: CurrentTable<IssueRow> = {
  table: 'issue',
  columns: {
    collection: 'text',
    number: 'integer',
    title: 'text',
    url: 'text',
    state: 'text',
    state_reason: 'text or null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    closed_at: 'timestamptz or null',
    labels: 'jsonb',
    assignees: 'text[]',
    cves: 'text[]',
    related_cves: 'text[]',
    packages: 'text[]',
    label_severity: 'text or null',
    tracked: 'boolean',
  },
};

const pullTable: CurrentTable<PullRow> = {
  table: 'pull_request',
  columns: {
    collection: 'text',
    number: 'integer',
    title: 'text',
    url: 'text',
    state: 'text',
    base: 'text or null',
    created_at: 'timestamptz',
    closed_at: 'timestamptz or null',
    merged_at: 'timestamptz or null',
    merge_commit: 'text or null',
    cves: 'text[]',
    closes: 'integer[]',
    backport_of: 'integer or null',
  },
};

type StoredReach = Omit<ReachRow, 'committed_at'> & { readonly reached_at: Date | null };

const reachTable: CurrentTable<StoredReach> = {
  table: 'pull_reach',
  columns: {
    collection: 'text',
    pull: 'integer',
    branch: 'text',
    revision: 'text or null',
    reached_at: 'timestamptz or null',
  },
};

export const trackerProjection = defineProjection({
  name: 'tracker',
  version: 2,
  sources: ['nixpkgs'],
  tables: ['issue', 'pull_request', 'issue_pull', 'pull_reach'],
  rows: ({ value, key }) => trackerRows(value, { key }),
  write: writeTracker,
});

/** Issues, pull requests, what links them, and where they have come to: which of these is told by a record's key. */
async function writeTracker(trx: Transaction, changes: readonly RowChange<TrackerRow>[]): Promise<void> {
  const byKind = Map.groupBy(changes, ({ version }) => version.key.slice(0, version.key.indexOf('/')));
  const of = (kind: TrackerRow['kind']) => byKind.get(kind) ?? [];
  await writeCurrentRows(
    trx,
    issueTable,
    of('issue').map((change) => only<IssueRow>(change, 'issue')),
  );
  await writeCurrentRows(
    trx,
    pullTable,
    of('pull').map((change) => only<PullRow>(change, 'pull')),
  );
  await writeLinks(
    trx,
    of('link').map((change) => only<LinkRow>(change, 'link')),
  );
  await writeCurrentRows(
    trx,
    reachTable,
    of('reach').map((change) => dated(only<ReachRow>(change, 'reach'))),
  );
}

function only<Row>({ version, rows }: RowChange<TrackerRow>, kind: TrackerRow['kind']): RowChange<Row> {
  return { version, rows: rows.filter((each) => each.kind === kind).map(({ row }) => row as Row) };
}

const SOON_MS = 2 * 86_400_000;

/**
 * The day on which it was first seen there counts only where it was asked for before, or was made just then: whatever is asked for
 * long after may have been there as long.
 */
function dated({ version, rows }: RowChange<ReachRow>): RowChange<StoredReach> {
  const { seq, observedAt } = version;
  return {
    version,
    rows: rows.map(({ committed_at, ...row }) => {
      const isFresh = committed_at !== null && observedAt.getTime() - committed_at.getTime() < SOON_MS;
      return { ...row, reached_at: seq > 1 || isFresh ? observedAt : null };
    }),
  };
}

const LINK = {
  record_id: 'bigint',
  collection: 'text',
  issue: 'integer',
  pull: 'integer',
  linked_at: 'timestamptz',
} as const;

async function writeLinks(trx: Transaction, changes: readonly RowChange<LinkRow>[]): Promise<void> {
  if (changes.length === 0) return;
  const records = changes.map(({ version }) => version.recordId);
  await sql`delete from issue_pull where record_id = any(${records}::bigint[])`.execute(trx);
  const rows = changes.flatMap(({ version, rows: [row] }) =>
    row === undefined ? [] : [{ record_id: version.recordId, ...row }],
  );
  if (rows.length === 0) return;
  await sql`
    insert into issue_pull (record_id, collection, issue, pull, linked_at)
    select record_id, collection, issue, pull, linked_at from ${unnestRows(rows, LINK)}`.execute(trx);
}
