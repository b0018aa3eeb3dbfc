import type { PackageHealth } from '@almanac/contract';
import { fixCases } from '../app/aggregates/fix-cases.ts';
import { healthItem } from '../app/health/health-item.ts';
import { healthRows, trackedByName } from '../app/health/health-rows.ts';
import { openDocuments } from '../queries/documents.ts';
import { healthEntries } from '../queries/health/entries.ts';
import type { Db } from '../store/database.ts';
import { keepHealth } from '../store/package-health.ts';

/** Judges every package that has a tracked issue or an open vulnerability, page by page over all that a channel carries. */
export async function judgeHealth(db: Db, at: Date, signal: AbortSignal): Promise<void> {
  const tracked = trackedByName(await fixCases(db));
  const judged: PackageHealth[] = [];
  const documents = openDocuments();
  for await (const entries of healthEntries(db)) {
    signal.throwIfAborted();
    for (const row of await healthRows(db, documents, entries, tracked, 'listed', at.getTime()))
      judged.push(healthItem(row));
  }
  await keepHealth(db, judged);
}
