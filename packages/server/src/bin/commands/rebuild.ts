import { parseArgs } from 'node:util';
import { withLock } from '../../platform/postgres-lock.ts';
import { PROJECTIONS, type Projection } from '../../projections/index.ts';
import type { Database, Db } from '../../store/database.ts';
import { outdatedProjections } from '../../store/projections/projection-versions.ts';
import { rebuild as rebuildProjection } from '../../store/projections/rebuild.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';

/** Any number that no other use of advisory locks has. One rebuild at a time: some read what others write. */
const REBUILD_LOCK = [0x70726f6a, 0] as const;

/** Fills projections anew from evidence while the tables in use go on serving. */
export const rebuild: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  if (values.all && positionals.length > 0) throw new WrongUsage('Give names or --all, not both.');
  const named = values.all ? PROJECTIONS : projectionsNamed(positionals);
  const { environment, log } = deps;
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-rebuild', connections: 4, log });
  const { primary: db, pool } = databases;
  try {
    const outcome = await withLock(pool, REBUILD_LOCK, async (lost) => {
      const chosen = named.length > 0 ? named : await outdatedProjections(db);
      if (chosen.length === 0) deps.print('No projection is outdated.');
      const signal = AbortSignal.any([deps.signal, lost]);
      for (const projection of chosen) await rebuildOne({ ...deps, signal }, db, projection);
    });
    if (outcome.locked) return 0;
    deps.print('Another rebuild is under way.');
    return 1;
  } finally {
    await databases.close();
  }
};

/** In the order in which they have to be written, whatever the order they are named in. */
function projectionsNamed(names: readonly string[]): readonly Projection[] {
  const unknown = names.find((name) => PROJECTIONS.every((projection) => projection.name !== name));
  if (unknown !== undefined) {
    throw new WrongUsage(`'${unknown}' is none of ${PROJECTIONS.map(({ name }) => name).join(', ')}.`);
  }
  return PROJECTIONS.filter(({ name }) => names.includes(name));
}

async function rebuildOne(deps: CommandDeps, db: Db, projection: Projection): Promise<void> {
  deps.showProgress(`${projection.name} …`);
  const startedAt = performance.now();
  await rebuildProjection({ db, now: deps.now, signal: deps.signal }, projection);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  let rows = 0;
  for (const table of projection.tables) rows += await countRows(db, table);
  deps.print(`${projection.name.padEnd(10)} ${String(rows).padStart(9)} rows ${seconds.padStart(8)} s`);
}

async function countRows(db: Db, table: string): Promise<number> {
  const { count } = await db
    .selectFrom(table as keyof Database)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
