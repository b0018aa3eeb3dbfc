import type { ExportFormat } from '../db/export/formats.ts';
import { openHeld, WHATEVER_AGE } from '../db/open-held.ts';
import { chooseKey, choosePlace, NAME_ONE, namedPublisher, tellTrust } from '../db/publisher.ts';
import { pull } from '../db/pull.ts';
import { aboutSnapshot, showStatus, showVerified } from '../db/report.ts';
import { openSource } from '../db/source.ts';
import { readState } from '../db/state.ts';
import { type WantedParts, wantedOf } from '../db/wanted.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count, counted, instant } from '../output/words.ts';
import { givenFiles } from '../scan/given-files.ts';
import type { Session } from '../session.ts';

export type DbAction = 'pull' | 'verify' | 'status' | 'export' | 'show';

export interface DbOptions {
  readonly snapshot?: string;
  /** The earlier name of `snapshot`. */
  readonly from?: string;
  readonly key?: string;
  readonly for?: readonly string[];
  readonly all?: boolean;
  /** The documents that what is pulled rests on, too. */
  readonly records?: boolean;
  readonly format?: ExportFormat;
  readonly output?: string;
}

export async function db(
  session: Session,
  action: DbAction,
  ecosystems: readonly string[],
  options: DbOptions,
): Promise<ExitCode> {
  if (action === 'pull') return pullCommand(session, ecosystems, options);
  if (action === 'export') return (await import('./db-export.ts')).dbExport(session, ecosystems, options);
  if (action === 'show') return (await import('./db-show.ts')).dbShow(session, ecosystems, options);
  if (ecosystems.length > 0) throw new UsageError(`almanac db ${action} takes no ecosystems.`);
  const { folder, key } = await namedPublisher(session, options);
  const held = await openHeld(folder, key, WHATEVER_AGE);
  return action === 'verify' ? showVerified(session, held) : showStatus(session, folder, held);
}

async function pullCommand(session: Session, ecosystems: readonly string[], options: DbOptions): Promise<ExitCode> {
  const publisher = await namedPublisher(session, { ...options, snapshot: options.snapshot ?? options.from });
  const { folder } = publisher;
  const before = await readState(folder);
  const paths = options.for ?? [];
  const everything = options.all === true;
  if (before === null && !everything && ecosystems.length + paths.length === 0) {
    throw new UsageError('What to pull is not said.', 'Name ecosystems, or --for a lockfile, or --all.');
  }
  const chosen = await choosePlace(session, publisher, before);
  if (chosen === null) throw new UsageError('Where snapshots are published is not known.', NAME_ONE);
  const asked = paths.length === 0 ? { purls: [], components: [] } : await packagesIn(session, paths);
  const source = openSource(session, chosen.place);
  const trust = await chooseKey(source, chosen, publisher, before);
  const wanted = { everything, ecosystems, records: options.records === true, ...asked };
  const request = { folder, key: trust.key, pinned: publisher.key, source, wanted };
  const { state, snapshot } = await pull(session, request).catch(asUsage(folder));
  session.progress.clear();
  tellTrust(session, trust, { before, state });
  const { published, expires } = snapshot.manifest;
  const { size } = snapshot.checkpoint;
  if (session.json) {
    const { files, bytes } = source.taken;
    const { key } = state;
    session.printJson(
      JSON.stringify({ ...aboutSnapshot({ state, snapshot }), key, trust: trust.why, downloaded: { files, bytes } }),
    );
    return EXIT.clean;
  }
  session.print(
    `Snapshot ${count(size)} of ${snapshot.checkpoint.origin}, published ${instant(published)}, to be used until ${instant(expires)}`,
    `${counted(source.taken.files, 'file')} with ${counted(source.taken.bytes, 'byte')} read from ${source.place}`,
  );
  return EXIT.clean;
}

/** The package URLs of everything below the paths, and the store paths of closures. */
async function packagesIn(
  session: Session,
  paths: readonly string[],
): Promise<Pick<WantedParts, 'purls' | 'components'>> {
  const files = await givenFiles(session, paths, {});
  const problems = files.flatMap(({ path: file, reading }) =>
    reading.file === null ? [`${file}: ${reading.problem}`] : [],
  );
  for (const problem of problems) session.note(problem);
  if (files.length === problems.length)
    throw new UsageError(`Nothing to pull for ${paths.join(', ')}: no file was read.`);
  return wantedOf(files);
}

/** A folder that cannot be written is nobody's mistake but that of who named it. */
function asUsage(folder: string): (error: Error) => never {
  return (error) => {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === undefined) throw error;
    throw new UsageError(`${folder} cannot be used: ${error.message}`, 'XDG_CACHE_HOME names another folder for it.');
  };
}
