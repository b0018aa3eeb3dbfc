import { AlmanacError } from '@almanac/client';
import { SnapshotProblem } from '@almanac/core/snapshots';
import { openHeld, readState, updateStore, type WantedParts, WHATEVER_AGE } from '@almanac/offline/store';
import { choosePlace, NAME_ONE, namedPublisher, runOf, tellTrust } from '../db/publisher.ts';
import { aboutSnapshot, showStatus, showVerified } from '../db/report.ts';
import { wantedOf } from '../db/wanted-of-files.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count, counted, instant } from '../output/words.ts';
import { givenFiles } from '../scan/given-files.ts';
import type { Session } from '../session.ts';

export type DbAction = 'pull' | 'verify' | 'status' | 'export' | 'show';

export interface DbOptions {
  readonly snapshot?: string;
  /** Former name of `snapshot`. */
  readonly from?: string;
  readonly key?: string;
  readonly for?: readonly string[];
  readonly all?: boolean;
  /** Also pull the documents behind statements. */
  readonly records?: boolean;
  readonly format?: 'sqlite' | 'osv-zip';
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
  const { folder, key } = publisher;
  const paths = options.for ?? [];
  const everything = options.all === true;
  if (!everything && ecosystems.length + paths.length === 0 && (await readState(folder)) === null) {
    throw new UsageError('What to pull is not said.', 'Name ecosystems, or --for a lockfile, or --all.');
  }
  const chosen = await choosePlace(session, publisher);
  if (chosen === null) throw new UsageError('Where snapshots are published is not known.', NAME_ONE);
  const asked = paths.length === 0 ? {} : await packagesIn(session, paths);
  const wanted = { everything, ecosystems, records: options.records === true, ...asked };
  const { place: source, announcedKey } = chosen;
  const pulled = await updateStore(runOf(session), { folder, source, key, announcedKey, wanted }).catch(
    asUsage(folder),
  );
  const { state, snapshot, trust } = pulled;
  session.progress.clear();
  tellTrust(session, { key: state.key, trust });
  const { published, expires } = snapshot.manifest;
  const { size } = snapshot.checkpoint;
  if (session.json) {
    const { downloaded } = pulled.source;
    session.printJson(JSON.stringify({ ...aboutSnapshot({ state, snapshot }), key: state.key, trust, downloaded }));
    return EXIT.clean;
  }
  session.print(
    `Snapshot ${count(size)} of ${snapshot.checkpoint.origin}, published ${instant(published)}, to be used until ${instant(expires)}`,
    `${counted(pulled.source.downloaded.files, 'file')} with ${counted(pulled.source.downloaded.bytes, 'byte')} read from ${pulled.source.place}`,
  );
  return EXIT.clean;
}

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

const STILL_THERE = 'What was pulled before is still there. --snapshot or ALMANAC_SNAPSHOT names another address.';

function asUsage(folder: string): (error: Error) => never {
  return (error) => {
    if (error instanceof SnapshotProblem && error.code === 'snapshot_unreachable') {
      throw new AlmanacError('SNAPSHOT_UNREACHABLE', `${error.message} (${error.code})`, {
        hint: STILL_THERE,
        cause: error,
      });
    }
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === undefined) throw error;
    throw new UsageError(`${folder} cannot be used: ${error.message}`, 'XDG_CACHE_HOME names another folder for it.');
  };
}
