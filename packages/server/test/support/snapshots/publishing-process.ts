import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { json } from 'node:stream/consumers';
import { openFolderTarget } from '../../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../../src/ingest/snapshots/publish.ts';
import { openSigner, type SnapshotSigner } from '../../../src/ingest/snapshots/signer.ts';
import type { SnapshotTarget } from '../../../src/ingest/snapshots/target.ts';
import { openTestDatabases } from '../database.ts';
import { watchPool } from '../kills/points.ts';
import { projectionStore } from '../worlds/projection-store.ts';

/** What the process is told on its input. */
export interface PublishingOrder {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly key: string;
  /** Kills itself at this moment of the publication; null: publishes, and tells the phase of each moment. */
  readonly moment: number | null;
}

/** What a publication had done when its process was killed. */
export const PUBLISHING_PHASES = [
  'before the first write',
  'within an object',
  'after an object',
  'within the log',
  'after the log',
  'within the checkpoint',
  'after the checkpoint',
] as const;
export type PublishingPhase = (typeof PUBLISHING_PHASES)[number];

// It may not come to its end: what was compiled is kept for the next process now.
flushCompileCache();
if (process.argv[1] === import.meta.filename) await publish((await json(process.stdin)) as PublishingOrder);

/** Stores a record and publishes it. */
async function publish({ databaseUrl, folder, key, moment }: PublishingOrder): Promise<void> {
  const { primary: db, pool, close } = openTestDatabases(databaseUrl, { role: 'almanac_worker' });
  const watched = { phase: PUBLISHING_PHASES[0] as PublishingPhase, passed: null as PublishingPhase[] | null };
  const die = () => {
    // Synchronously: what was said before the end is known after it.
    writeSync(1, watched.phase);
    process.kill(process.pid, 'SIGKILL');
  };
  const isDue = () => watched.passed !== null && watched.passed.push(watched.phase) - 1 === moment;
  const reach = () => void (isDue() && die());
  watchPool(pool, reach);
  const id = `MAL-2026-${process.pid}${Date.now()}`;
  const record = {
    id,
    modified: '2026-10-01T12:00:00Z',
    affected: [{ package: { ecosystem: 'npm', name: `made-${id.toLowerCase()}` }, versions: ['1.0.0'] }],
  };
  await projectionStore(db).put('osv', { [id]: record }, new Date());
  watched.passed = [];
  const target = watchTarget(openFolderTarget(folder), watched, { isDue, reach, die });
  const signer = openSigner(key) as SnapshotSigner;
  await publishSnapshot({ db, target, signer, now: () => new Date(), hours: 48 }, AbortSignal.timeout(60_000));
  writeSync(1, JSON.stringify(watched.passed));
  await close();
}

interface Moments {
  readonly isDue: () => boolean;
  readonly reach: () => void;
  readonly die: () => void;
}

/** Each operation has a moment before and one after it, each write one within. */
function watchTarget(
  target: SnapshotTarget,
  watched: { phase: PublishingPhase },
  { isDue, reach, die }: Moments,
): SnapshotTarget {
  let writeMs = 1;
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    reach();
    const result = await work();
    reach();
    return result;
  };
  return {
    read: (path) => around(() => target.read(path)),
    has: (path, bytes) => around(() => target.has(path, bytes)),
    settle: () => around(() => target.settle()),
    objects: () => target.objects(),
    remove: (path) => around(() => target.remove(path)),
    removeDrafts: (before) => around(() => target.removeDrafts(before)),
    async write(path, bytes) {
      reach();
      const kind = path.startsWith('object/') ? 'an object' : path === 'checkpoint' ? 'the checkpoint' : 'the log';
      const began = performance.now();
      watched.phase = `within ${kind}`;
      const writing = target.write(path, bytes);
      // At any point between the beginning of the draft and its new name.
      if (isDue()) setTimeout(die, Math.random() * writeMs);
      await writing;
      watched.phase = `after ${kind}`;
      writeMs = performance.now() - began;
      reach();
    },
  };
}
