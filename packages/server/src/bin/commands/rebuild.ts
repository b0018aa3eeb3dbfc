import { parseArgs } from 'node:util';
import { bodyRelease } from '../../app/cve/stored-lookup.ts';
import { fillCveBodies } from '../../ingest/fill-cve-bodies.ts';
import { type RebuildWatch, rebuildProjections } from '../../ingest/rebuild-projections.ts';
import type { Database, Db } from '../../store/database.ts';
import type { Projection } from '../../store/projections/define-projection.ts';
import { PROJECTIONS } from '../../store/projections/index.ts';
import { thisBuild } from '../build.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';

/** Fills projections anew from evidence while the tables in use go on serving. */
export const rebuildCommand: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  if (values.all && positionals.length > 0) throw new WrongUsage('Give names or --all, not both.');
  const named = values.all ? PROJECTIONS : projectionsNamed(positionals.filter((name) => name !== BODIES));
  const bodies = values.all || positionals.includes(BODIES);
  const { environment, log } = deps;
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-rebuild', connections: 4, log });
  const { primary: db, pool } = databases;
  try {
    if (named.length > 0 || !bodies) {
      const which = named.length > 0 ? named : 'outdated';
      const outcome = await rebuildProjections({ db, pool, now: deps.now }, which, deps.signal, shownRebuild(deps, db));
      if (!outcome.locked) {
        deps.print('Another rebuild is under way.');
        return 1;
      }
      if (outcome.value.length === 0) deps.print('No projection is outdated.');
    }
    // Last: they are made from what the projections say.
    if (bodies) await rebuildBodies(deps, db);
    return 0;
  } finally {
    await databases.close();
  }
};

const BODIES = 'cve_bodies';

/** Page by page, while those that are there go on serving. */
async function rebuildBodies({ environment, now, signal, print, showProgress }: CommandDeps, db: Db): Promise<void> {
  showProgress(`${BODIES} …`);
  const startedAt = performance.now();
  const release = bodyRelease(thisBuild(environment.COMMIT));
  await fillCveBodies({ db, now, release }, signal, { isRebuild: true });
  print(rowsLine(BODIES, await countRows(db, 'cve_body'), (performance.now() - startedAt) / 1000));
}

function rowsLine(name: string, rows: number, seconds: number): string {
  return `${name.padEnd(10)} ${String(rows).padStart(9)} rows ${seconds.toFixed(1).padStart(8)} s`;
}

/** In the order in which they have to be written, whatever the order they are named in. */
function projectionsNamed(names: readonly string[]): readonly Projection[] {
  const unknown = names.find((name) => PROJECTIONS.every((projection) => projection.name !== name));
  if (unknown !== undefined) {
    throw new WrongUsage(`'${unknown}' is none of ${[...PROJECTIONS.map(({ name }) => name), BODIES].join(', ')}.`);
  }
  return PROJECTIONS.filter(({ name }) => names.includes(name));
}

export function shownRebuild({ print, showProgress }: CommandDeps, db: Db): RebuildWatch {
  return {
    begun: ({ name }) => showProgress(`${name} …`),
    async done({ name, tables }, seconds) {
      let rows = 0;
      for (const table of tables) rows += await countRows(db, table);
      print(rowsLine(name, rows, seconds));
    },
  };
}

async function countRows(db: Db, table: string): Promise<number> {
  const { count } = await db
    .selectFrom(table as keyof Database)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
