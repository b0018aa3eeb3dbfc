import { freshnessChanges, printFreshness } from '@almanac/core/freshness';
import type { CronItem, Task } from 'graphile-worker';
import { statementOf } from '../../app/freshness/read-statements.ts';
import { stateFreshness } from '../../app/freshness/state-freshness.ts';
import { freshnessStatements } from '../../queries/freshness-statements.ts';
import type { Db } from '../../store/database.ts';
import { type KeptStatement, keepFreshness } from '../../store/freshness.ts';
import { PRIORITIES } from '../../store/job-requests.ts';
import type { TaskDeps } from '../deps.ts';
import type { SnapshotSigner } from '../snapshots/signer.ts';

const TASK = 'state-freshness';

/** Three minutes past each hour, when what is due at the hour has been read. A statement that is late is not made up for. */
export const FRESHNESS_HOURLY: CronItem = {
  task: TASK,
  match: '3 * * * *',
  identifier: TASK,
  options: { jobKey: TASK, jobKeyMode: 'replace', priority: PRIORITIES.background, maxAttempts: 3, backfillPeriod: 0 },
};

/** Says how old every source is, signs it where there is a key, and keeps it. */
export function stateFreshnessTask({ db, now, log }: TaskDeps, signer: SnapshotSigner | null): Task {
  return async () => {
    const { at, signature, changes } = await keepStatement(db, now(), signer);
    log.info({ at: at.toISOString(), isSigned: signature !== null, changes: changes.length }, 'freshness stated');
  };
}

/** One statement, compared with the one before. */
export async function keepStatement(db: Db, now: Date, signer: SnapshotSigner | null): Promise<KeptStatement> {
  const [before] = await freshnessStatements(db, now, 1);
  const after = await stateFreshness(db, now);
  const statement = printFreshness(after);
  const kept = {
    at: now,
    statement,
    signature: signer?.signText(statement).slice(statement.length + 1) ?? null,
    changes: freshnessChanges(before === undefined ? null : statementOf(before.statement), after),
  };
  await keepFreshness(db, kept);
  return kept;
}
