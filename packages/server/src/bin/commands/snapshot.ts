import { parseArgs } from 'node:util';
import { publishCollection } from '../../ingest/publishing/publish-collection.ts';
import { writeOciLayout } from '../../ingest/snapshots/oci-layout.ts';
import { lastPublished, publishSnapshot } from '../../ingest/snapshots/publish.ts';
import { newSignerKey, openSigner } from '../../ingest/snapshots/signer.ts';
import { collectionPublishing } from '../collection-publishing.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import { snapshotSettings } from '../snapshot-settings.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';

/** Signed snapshots: makes or replaces a key, or publishes once; and what the collection publishes beside them. */
export const snapshot: Command = async (deps, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [action, ...more] = positionals;
  if (action === 'publish' && more.length === 0) return publish(deps);
  if (action === 'collection' && more.length === 0) return publishOfCollection(deps);
  const [name] = more;
  if (action === 'key' && name !== undefined && more.length === 1) return makeKey(deps, name);
  if (action === 'oci' && name !== undefined && more.length === 1) return writeArtifact(deps, name);
  if (action === 'rotate-key' && more.length === 0) return rotateKey(deps);
  throw new WrongUsage('Say publish, collection, rotate-key, oci and a folder, or key and the name of the log.');
};

function makeKey({ print }: CommandDeps, name: string): number {
  const key = newSignerKey(name);
  const signer = openSigner(key);
  if (signer === null) throw new WrongUsage('The name of a log has neither a space nor a plus sign.');
  print(`SNAPSHOT_KEY=${key}`);
  print(`readers: ${signer.verifierKey}`);
  return 0;
}

/** Prints the settings of a rotation. Readers follow from the next publication on; the log goes on as it is. */
function rotateKey({ environment, print }: CommandDeps): number {
  const { SNAPSHOT_KEY: previous } = environment;
  const before = previous === undefined ? null : openSigner(previous);
  if (previous === undefined || before === null) throw new WrongUsage('Set SNAPSHOT_KEY to the key that is replaced.');
  const [name = ''] = before.verifierKey.split('+', 1);
  const key = newSignerKey(name);
  print(`SNAPSHOT_KEY=${key}`);
  print(`SNAPSHOT_PREVIOUS_KEY=${previous}`);
  print(`readers: ${openSigner(key)?.verifierKey ?? ''}`);
  print('Set both for the workers. Readers that trust the earlier key follow from the next publication on.');
  print('Unset SNAPSHOT_PREVIOUS_KEY when no reader pins the earlier key any more.');
  return 0;
}

async function publish({ environment, log, now, signal, print }: CommandDeps): Promise<number> {
  const settings = await snapshotSettings(environment);
  if (settings === null) throw new WrongUsage('Set SNAPSHOT_KEY, and SNAPSHOT_FOLDER or SNAPSHOT_BUCKET.');
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-snapshot', connections: 2, log });
  try {
    const published = await publishSnapshot({ ...settings, db: databases.primary, now }, signal);
    const { checkpoint, added, removed, evidence } = published;
    print(`snapshot ${checkpoint.size}: ${added.objects} new objects, ${added.bytes} bytes, ${removed} expired`);
    if (evidence === null) return 0;
    if ('failed' in evidence) throw new Error(`the snapshot is published, its evidence is not: ${evidence.failed}`);
    print(`evidence: ${evidence.objects} new objects, ${evidence.bytes} bytes`);
    return 0;
  } finally {
    await databases.close();
  }
}

/** Writes what SNAPSHOT_FOLDER has as an OCI layout, for a registry. */
async function writeArtifact({ environment, signal, print }: CommandDeps, output: string): Promise<number> {
  const settings = await snapshotSettings(environment);
  const { SNAPSHOT_FOLDER: folder } = environment;
  if (settings === null || folder === undefined) throw new WrongUsage('Set SNAPSHOT_KEY and SNAPSHOT_FOLDER.');
  const published = await lastPublished(settings);
  if (published === null) throw new Error(`${folder} has no snapshot`);
  const { digest, files, bytes } = await writeOciLayout(folder, output, { tag: 'latest', published, signal });
  print(`${output}: ${digest}, ${files} files, ${bytes} bytes`);
  return 0;
}

async function publishOfCollection({ environment, log, now, signal, print }: CommandDeps): Promise<number> {
  const settings = await snapshotSettings(environment);
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-snapshot', connections: 4, log });
  try {
    const deps = settings === null ? null : collectionPublishing(environment, databases, settings.target);
    if (deps === null) throw new WrongUsage('Set SNAPSHOT_URL, BASE_URL, and what snapshots need.');
    const { advisories, changed, withdrawn, packages } = await publishCollection({ ...deps, signal }, now(), signal);
    print(
      `${advisories} CVEs, ${changed} records changed, ${withdrawn} of them withdrawn; VEX of ${packages} packages`,
    );
    return 0;
  } finally {
    await databases.close();
  }
}
