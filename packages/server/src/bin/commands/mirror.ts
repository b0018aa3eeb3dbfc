import { parseArgs } from 'node:util';
import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import {
  compareRoots,
  type Filling,
  fillSource,
  finishFilling,
  type MirrorDeps,
  openMirror,
} from '../../ingest/mirrors/fill.ts';
import { openMirrorReader, type Taken } from '../../ingest/mirrors/mirror-reader.ts';
import { rebuildProjections } from '../../ingest/rebuild-projections.ts';
import { openHttpClient } from '../../platform/http-client.ts';
import type { AlmanacDatabases } from '../../store/database.ts';
import { analyzeEvidence } from '../../store/restore.ts';
import { thisBuild } from '../build.ts';
import { formatUserAgent, proxyOf } from '../environment.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';
import { shownRebuild } from './rebuild.ts';

/** Fills the store from what another instance has published, and all that is computed from it. */
export const mirror: Command = async (deps, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const { environment, log, now, signal, showProgress } = deps;
  const { MIRROR_OF: address, MIRROR_KEY: key, COMMIT } = environment;
  if (address === undefined || key === undefined) throw new WrongUsage('Set MIRROR_OF and MIRROR_KEY.');
  const wanted = positionals.length === 0 ? SOURCE_IDS : positionals.map(sourceNamed);
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-mirror', connections: 4, log });
  const http = openHttpClient({
    allow: [address],
    proxy: proxyOf(environment),
    userAgent: formatUserAgent(thisBuild(COMMIT).version, environment),
  });
  try {
    const io = openMirrorReader(http, address, signal);
    return await fill(deps, { db: databases.primary, now, signal, showProgress, io, key }, databases, {
      wanted,
      taken: io.taken,
    });
  } finally {
    await Promise.all([databases.close(), http.close()]);
  }
};

function sourceNamed(name: string): SourceId {
  const id = SOURCE_IDS.find((known) => known === name);
  if (id === undefined) throw new WrongUsage(`'${name}' is no source: ${SOURCE_IDS.join(', ')}.`);
  return id;
}

interface Asked {
  readonly wanted: readonly SourceId[];
  readonly taken: Taken;
}

/** What counts as read comes last: until then the sources are those of a store that is not filled. */
async function fill(
  deps: CommandDeps,
  mirrored: MirrorDeps,
  { primary: db, pool }: AlmanacDatabases,
  { wanted, taken }: Asked,
): Promise<number> {
  const { print, now, signal } = deps;
  const begun = performance.now();
  const { published, fillings, finished, others } = await openMirror(mirrored, wanted);
  print(`evidence of ${published}`);
  if (finished.length > 0) print(`filled already, the worker reads on at their upstreams: ${finished.join(', ')}`);
  if (others.length > 0) print(`left to their upstreams: ${others.join(', ')}`);
  if (fillings.length === 0) return 0;
  const loaded = new Map<SourceId, number>();
  for (const filling of fillings) loaded.set(filling.id, (await fillSource(mirrored, filling)).segments);
  await analyzeEvidence(db);
  await compareRoots(mirrored, fillings);
  for (const filling of fillings) printFilled(deps, filling, loaded.get(filling.id) ?? 0);
  const rebuilt = await rebuildProjections({ db, pool, now }, 'outdated', signal, shownRebuild(deps, db));
  if (!rebuilt.locked) throw new Error('a rebuild of projections is under way: run mirror again when it has ended');
  await finishFilling(mirrored, fillings);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  print(`${fillings.length} sources are filled: ${taken.files} files, ${taken.bytes} bytes, ${seconds} s`);
  return 0;
}

function printFilled({ print }: CommandDeps, { id, root, records, versions, segments }: Filling, loaded: number): void {
  print(
    `${id}: ${records} records, ${versions} versions, ${loaded} of ${segments.length} segments loaded, root ${root}`,
  );
}
