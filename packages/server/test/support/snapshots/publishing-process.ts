import { openFolderTarget } from '../../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../../src/ingest/snapshots/publish.ts';
import { openSigner, type SnapshotSigner } from '../../../src/ingest/snapshots/signer.ts';
import { openTestDatabases } from '../database.ts';
import { projectionStore } from '../worlds/projection-store.ts';

/** Stores a record and publishes, over and over, until it is killed. Says `ready` before the first, and the size of the log after each. */
const [url = '', folder = '', key = ''] = process.argv.slice(2);
const { primary: db } = openTestDatabases(url, { role: 'almanac_worker' });
const store = projectionStore(db);
const deps = {
  db,
  target: openFolderTarget(folder),
  signer: openSigner(key) as SnapshotSigner,
  now: () => new Date(),
  hours: 48,
};
process.stdout.write('ready\n');
for (let i = 0; ; i += 1) {
  const id = `MAL-2026-${process.pid}${i}`;
  const record = {
    id,
    modified: '2026-10-01T12:00:00Z',
    affected: [{ package: { ecosystem: 'npm', name: `made-${process.pid}-${i}` }, versions: ['1.0.0'] }],
  };
  await store.put('osv', { [id]: record }, new Date());
  const { checkpoint } = await publishSnapshot(deps, AbortSignal.timeout(60_000));
  process.stdout.write(`${checkpoint.size}\n`);
}
