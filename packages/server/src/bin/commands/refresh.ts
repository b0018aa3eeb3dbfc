import { parseArgs } from 'node:util';
import { refreshRecord } from '../../ingest/refresh-record.ts';
import { newestVersion } from '../../queries/evidence-version.ts';
import { refreshState } from '../../store/refreshes.ts';
import { storedSourceNumber } from '../../store/runs.ts';
import { openIngest } from '../open-ingest.ts';
import { type Command, WrongUsage } from './command.ts';
import { feedNamed, printable } from './named.ts';

/** Fetches one record anew, whatever its age. */
export const refresh: Command = async (deps, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [name, key, ...more] = positionals;
  const opened = openIngest(deps.environment, { applicationName: 'almanac-refresh', connections: 4, log: deps.log });
  const { db } = opened;
  try {
    const feed = feedNamed(opened.feeds, name, ({ fetchOne }) => fetchOne !== undefined, 'answers for single records');
    if (key === undefined || key === '' || more.length > 0) throw new WrongUsage('Name one record by its key.');
    const { id } = feed.source;
    const source = await storedSourceNumber(db, id);
    const before = await newestVersion(db, source, key);
    const outcome = await refreshRecord({ ...opened, ...deps }, feed, key, deps.signal);
    const { finished } = await refreshState(db, id, key);
    if (outcome === 'unreachable') {
      deps.print(`${id} ${printable(key)}: could not be read: ${printable(finished?.error ?? 'no reason was given')}`);
      return 1;
    }
    if (outcome === 'unknown') {
      const state = finished?.state ?? null;
      deps.print(
        `${id} ${printable(key)}: the source has no such record${state === null ? '' : ` (${printable(state)})`}`,
      );
      return 0;
    }
    const now = await newestVersion(db, source, key);
    const what = now?.seq === before?.seq ? 'has not changed' : 'is new';
    deps.print(`${id} ${key}: version ${now?.seq} of ${now?.observedAt.toISOString()} ${what}`);
    return 0;
  } finally {
    await opened.close();
  }
};
