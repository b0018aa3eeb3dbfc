import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OpenSnapshot, objectPath, openSnapshot, SnapshotProblem } from '@almanac/core/snapshots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { COLLECTION_TITLE, fillCollectionWorld } from '../support/worlds/collection-world.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp } from '../support/worlds/package-world.ts';

const signal = AbortSignal.timeout(60_000);
const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
const HOUR = 3_600_000;
let given: PackageApp;
let folder: string;

const publish = (now = NOW) =>
  publishSnapshot(
    { db: given.db, target: openFolderTarget(folder), signer, now: () => now, hours: 48, evidenceHours: 1 },
    signal,
  );
const open = (...args: Parameters<typeof folderReader>) =>
  openSnapshot(folderReader(...args), { key: signer.verifierKey, verified: null }, NOW);

/** The document, as proofs name it. */
async function documentOf(snapshot: OpenSnapshot, source: string, sha256: string): Promise<string | null> {
  for (const place of await snapshot.documentPlaces(source, sha256)) {
    const bytes = await snapshot.document(source, sha256, place);
    if (bytes !== null) return new TextDecoder().decode(bytes);
  }
  return null;
}

async function provenRecords(snapshot: OpenSnapshot) {
  const buoy = await snapshot.judgeNamed({ package: 'libbuoy', version: '5.6.2' });
  const step = await snapshot.judgeNamed({ package: 'lock-step', version: '2.1.3' });
  const matches = [...(buoy?.matches ?? []), ...(step?.matches ?? [])];
  const evidence = matches.flatMap(({ proof }) => proof.evidence);
  return evidence.flatMap((one) =>
    one.kind === 'record' && one.sha256 !== null ? [{ ...one, hash: one.sha256 }] : [],
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  given = await openPackageApp([], (_, db) => fillCollectionWorld(db));
  await publish();
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe('documents of records, by the hashes in proofs', () => {
  it('are those bytes, for each record that a proof names', async () => {
    const snapshot = await open(folder);
    const records = await provenRecords(snapshot);

    expect(records.length).toBeGreaterThan(1);
    for (const { source, id, hash } of records) {
      const document = await documentOf(snapshot, source, hash);
      expect(
        createHash('sha256')
          .update(document ?? '')
          .digest('hex'),
      ).toBe(hash);
      expect(document).toContain(id);
    }
  });

  it('are there for no other hash, and of no source that may not be redistributed', async () => {
    const snapshot = await open(folder);
    const issue = (await snapshot.judgeNamed({ package: 'libbuoy', version: '5.6.2' }))?.matches
      .flatMap(({ proof }) => proof.evidence)
      .find(({ kind }) => kind === 'issue');

    expect(await documentOf(snapshot, 'osv', '0'.repeat(64))).toBeNull();
    expect(issue?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await documentOf(snapshot, 'nixpkgs', issue?.sha256 ?? '')).toBeNull();
    expect(JSON.stringify(issue)).not.toContain(COLLECTION_TITLE);
    expect(snapshot.manifest.partitions.map(({ name }) => name)).not.toContain('record/nixpkgs');
  });

  it('are refused where the segment that has one was altered or is missing', async () => {
    const snapshot = await open(folder);
    const [record] = await provenRecords(snapshot);
    const { source = '', hash = '' } = record ?? {};
    const [place] = await snapshot.documentPlaces(source, hash);
    const file = objectPath(place?.segment ?? { sha256: '' });
    const bytes = await readFile(path.join(folder, file));
    const ask = async (replacement: Buffer | null) =>
      documentOf(await open(folder, new Map([[file, replacement]])), source, hash).catch((error: unknown) => error);

    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;

    expect(await ask(null)).toMatchObject({ code: 'object_missing' });
    expect(await ask(bytes)).toBeInstanceOf(SnapshotProblem);
  });

  it('are filed again only when there is new evidence, and only in shards that get a document', async () => {
    const again = await publish();
    const idle = await publish(new Date(NOW.getTime() + HOUR));
    const record = osvSays('PYSEC-2026-9', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '9.0' }]);
    await given.store.put('osv', byId(record), new Date(NOW.getTime() + HOUR));
    const later = await publish(new Date(NOW.getTime() + 3 * HOUR));
    const partitionOf = ({ manifest }: typeof later, name: string) =>
      manifest.partitions.find((one) => one.name === name);

    expect(again.added).toEqual({ objects: 0, bytes: 0 });
    expect(partitionOf(idle, 'record/osv')).toEqual(partitionOf(again, 'record/osv'));
    expect(partitionOf(later, 'record/cve_list_v5')).toEqual(partitionOf(again, 'record/cve_list_v5'));
    expect(partitionOf(later, 'record/osv')?.keys).toBe((partitionOf(again, 'record/osv')?.keys ?? 0) + 1);
    const snapshot = await open(folder);
    const hash = createHash('sha256').update(JSON.stringify(record)).digest('hex');
    expect(await documentOf(snapshot, 'osv', hash)).toBe(JSON.stringify(record));
  });
});
