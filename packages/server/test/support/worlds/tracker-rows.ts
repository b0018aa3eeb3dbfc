import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../../../src/projections/version.ts';
import type { Db } from '../../../src/store/database.ts';
import { lockRecords, writeVersions } from '../../../src/store/evidence.ts';
import { pack, sha256 } from '../../../src/store/packing.ts';
import { finishRun, startRun } from '../../../src/store/runs.ts';

/** An issue; what is left out is nothing in particular. */
export interface GivenIssue {
  readonly number: number;
  readonly title?: string;
  readonly state?: 'open' | 'closed';
  readonly stateReason?: string | null;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly closedAt?: string | null;
  readonly labels?: readonly { readonly name: string; readonly color: string }[];
  readonly assignees?: readonly string[];
  readonly cves?: readonly string[];
  readonly relatedCves?: readonly string[];
  readonly packages?: readonly string[];
  readonly severity?: string | null;
  readonly tracked?: boolean;
}

export interface GivenPull {
  readonly number: number;
  readonly title?: string;
  readonly state?: 'open' | 'closed' | 'merged';
  readonly base?: string | null;
  readonly createdAt?: string;
  readonly mergedAt?: string | null;
  readonly cves?: readonly string[];
  readonly closes?: readonly number[];
  readonly backportOf?: number | null;
}

export interface GivenTracker {
  readonly issues?: readonly GivenIssue[];
  readonly pulls?: readonly GivenPull[];
  /** An issue's timeline points to a pull request. */
  readonly links?: readonly (readonly [issue: number, pull: number])[];
  readonly reached?: readonly (readonly [pull: number, branch: string, at: string | null])[];
  readonly channels?: readonly {
    readonly name: string;
    readonly updatedAt?: string | null;
    readonly status?: string | null;
  }[];
}

const NIXPKGS = 'https://github.com/NixOS/nixpkgs';
const SOME_DAY = '2026-03-01T00:00:00.000Z';

/** Puts rows into the tables of the tracker, each with a record behind it, as a run that went well would. */
export async function putTracker(db: Db, given: GivenTracker, at = new Date('2026-11-15T07:58:00Z')): Promise<void> {
  const { issues = [], pulls = [], links = [], reached = [], channels = [] } = given;
  await put(
    db,
    'nixpkgs',
    'issue',
    at,
    issues.map((issue) => [`issue/${issue.number}`, issueRow(issue)]),
  );
  await put(
    db,
    'nixpkgs',
    'pull_request',
    at,
    pulls.map((pull) => [`pull/${pull.number}`, pullRow(pull)]),
  );
  await put(
    db,
    'nixpkgs',
    'issue_pull',
    at,
    links.map(([issue, pull]) => [`link/${issue}/${pull}`, { issue, pull, linked_at: null }]),
  );
  await put(
    db,
    'nixpkgs',
    'pull_reach',
    at,
    reached.map(([pull, branch, day]) => [
      `reach/${pull}/${branch}`,
      { pull, branch, revision: sha256(Buffer.from(branch)).toString('hex').slice(0, 40), reached_at: day },
    ]),
  );
  if (given.channels !== undefined) {
    await put(
      db,
      'channels',
      'channel',
      at,
      channels.map((channel) => [channel.name, channelRow(channel)]),
    );
  }
}

/** The sources were asked and answered. */
export async function checkedAt(db: Db, sources: readonly SourceId[], at: Date): Promise<void> {
  for (const source of sources)
    await finishRun(db, await startRun(db, sourceNumber(source), 'delta', at), 'ok', null, at);
}

function issueRow(issue: GivenIssue) {
  const { number, state = 'open', createdAt = SOME_DAY, cves = [], relatedCves = [] } = issue;
  return {
    number,
    title: issue.title ?? `harbour: ${cves.join(' ')}`,
    url: `${NIXPKGS}/issues/${number}`,
    state,
    state_reason: issue.stateReason === undefined ? (state === 'closed' ? 'completed' : null) : issue.stateReason,
    created_at: createdAt,
    updated_at: issue.updatedAt ?? createdAt,
    closed_at: issue.closedAt ?? (state === 'closed' ? createdAt : null),
    labels: issue.labels ?? [{ name: '1.severity: security', color: 'cc0000' }],
    assignees: issue.assignees ?? [],
    cves,
    related_cves: relatedCves,
    packages: issue.packages ?? [],
    label_severity: issue.severity ?? null,
    tracked: issue.tracked ?? true,
  };
}

function pullRow(pull: GivenPull) {
  const { number, state = 'merged', createdAt = SOME_DAY } = pull;
  return {
    number,
    title: pull.title ?? 'harbour: 1.4.1 -> 1.4.2',
    url: `${NIXPKGS}/pull/${number}`,
    state,
    base: pull.base === undefined ? 'master' : pull.base,
    created_at: createdAt,
    closed_at: null,
    merged_at: state === 'merged' ? (pull.mergedAt ?? createdAt) : null,
    merge_commit: state === 'merged' ? String(number).padStart(40, '0') : null,
    cves: pull.cves ?? [],
    closes: pull.closes ?? [],
    backport_of: pull.backportOf ?? null,
  };
}

function channelRow({ name, updatedAt = SOME_DAY, status = 'rolling' }: NonNullable<GivenTracker['channels']>[number]) {
  const revision = sha256(Buffer.from(name)).toString('hex').slice(0, 40);
  return { name, revision, updated_at: updatedAt, status, variant: 'primary', current: true };
}

type Table = 'issue' | 'pull_request' | 'issue_pull' | 'pull_reach' | 'channel';

/** The row is the document, too; one that has changed takes the place of the one before. */
async function put(
  db: Db,
  source: SourceId,
  table: Table,
  at: Date,
  rows: readonly (readonly [key: string, row: Readonly<Record<string, unknown>>])[],
): Promise<void> {
  const run = await startRun(db, sourceNumber(source), 'delta', at);
  await db.transaction().execute(async (trx) => {
    await lockRecords(
      trx,
      run.source,
      rows.map(([key]) => key),
    );
    const documents = rows.map(([key, row]) => {
      const raw = Buffer.from(JSON.stringify({ key, body: 'not to be passed on', ...row }));
      return {
        key,
        rawSha256: sha256(raw),
        contentSha256: sha256(raw),
        modified: null,
        withdrawn: false,
        ...pack(raw),
      };
    });
    const versions = await writeVersions(trx, run, documents, at);
    const placed = new Map(versions.map(({ key, recordId, seq }) => [key, { record_id: recordId, seq }]));
    const values = JSON.stringify(rows.map(([key, row]) => ({ collection: 'nixpkgs', ...row, ...placed.get(key) })));
    const name = sql.table(table);
    await sql`delete from ${name} where record_id = any(${versions.map(({ recordId }) => recordId)}::bigint[])`.execute(
      trx,
    );
    await sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${values}::jsonb)`.execute(trx);
  });
  await finishRun(db, run, 'ok', null, at);
}
