import { parseArgs } from 'node:util';
import { rebuildProjections } from '../../ingest/rebuild-projections.ts';
import { PROJECTIONS } from '../../store/projections/index.ts';
import { analyzeEvidence } from '../../store/restore.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import { openArchive } from './archive/read-archive.ts';
import { restoreArchive } from './archive/restore-archive.ts';
import { type Command, WrongUsage } from './command.ts';
import { shownRebuild } from './rebuild.ts';
import { printRoots } from './verify.ts';

/** Fills an empty store from a folder of exported evidence, and all that is computed from it. */
export const restore: Command = async (deps, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new WrongUsage('Name one folder.');
  const { environment, log } = deps;
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-restore', connections: 4, log });
  const { primary: db, pool } = databases;
  try {
    const archive = await openArchive(folder);
    printRoots(deps, await restoreArchive({ ...deps, db }, archive));
    await analyzeEvidence(db);
    const rebuilt = await rebuildProjections(
      { db, pool, now: deps.now },
      PROJECTIONS,
      deps.signal,
      shownRebuild(deps, db),
    );
    if (rebuilt.locked) return 0;
    deps.print(
      'Evidence is restored. Projections were not rebuilt, since a rebuild is under way: run rebuild --all later.',
    );
    return 1;
  } finally {
    await databases.close();
  }
};
