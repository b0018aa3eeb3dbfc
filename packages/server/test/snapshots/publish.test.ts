import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSnapshot, SnapshotProblem } from '@almanac/core/snapshots';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { type Published, publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import type { SnapshotTarget } from '../../src/ingest/snapshots/target.ts';
import { snapshotTimetable } from '../../src/ingest/tasks/publish-snapshot.ts';
import { cutOff } from '../support/snapshots/cut-off.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const RECORDS = byId(
  osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], { aliases: ['CVE-2026-1001'] }),
  osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'Zope.Interface', fixed: '5.0' }], {
    aliases: ['CVE-2026-1003'],
  }),
  osvSays('UBUNTU-CVE-2026-1', [{ ecosystem: 'Ubuntu:24.04:LTS', name: 'tool', fixed: '1.2-1' }], {
    upstream: ['CVE-2026-1006'],
  }),
);

let given: PackageApp;
let folder: string;
let signer: SnapshotSigner;
let first: Published;

const signal = AbortSignal.timeout(60_000);
const publish = (target: SnapshotTarget = openFolderTarget(folder), now = NOW) =>
  publishSnapshot({ db: given.db, target, signer, now: () => now, hours: 48 }, signal);
const open = (...args: Parameters<typeof folderReader>) =>
  openSnapshot(folderReader(...args), { key: signer.verifierKey, verified: null }, NOW);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  given = await openPackageApp([], async (store, db) => {
    await store.put('osv', RECORDS, SEEN);
    for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'kev', 'epss'] as const) await wasRead(db, source);
  });
  first = await publish();
}, 60_000);

afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe('a published snapshot', () => {
  it('answers what was stored, and says what it does not have', async () => {
    const snapshot = await open(folder);
    const ask = (ecosystem: string, name: string, version: string) =>
      snapshot.judge({ ecosystem, package: name, version });

    expect(await ask('npm', 'left', '1.0.0')).toMatchObject({
      verdict: 'affected',
      matches: [{ id: 'CVE-2026-1001' }],
    });
    expect(await ask('npm', 'left', '2.0.0')).toMatchObject({ verdict: 'not_affected' });
    expect(await ask('npm', 'right', '2.0.0')).toMatchObject({ verdict: 'none_known' });
    expect(await ask('PyPI', 'zope_interface', '4.0')).toMatchObject({ verdict: 'affected' });
    expect(await ask('Ubuntu:24.04:LTS', 'tool', '1.1-1')).toMatchObject({ verdict: 'affected' });
    expect(await ask('Nowhere', 'left', '1.0.0')).toMatchObject({
      verdict: 'unknown',
      unknownReasons: ['not_covered'],
    });
  });

  it('names licences and states, keeps share-alike apart, and leaves out what may not be passed on', () => {
    const { partitions, sources, leftOut } = first.manifest;
    const licences = new Map(partitions.map((one) => [one.name, one.licences]));

    expect(licences.get('ecosystem/Ubuntu')).toEqual(['CC-BY-SA-4.0']);
    expect(licences.get('ecosystem/npm')).not.toContain('CC-BY-SA-4.0');
    expect(sources.map(({ id, state }) => `${id} ${state}`)).toContain('osv ok');
    expect(leftOut).toContain('nixpkgs');
  });

  it('writes nothing again that has not changed, and only what has', async () => {
    const again = await publish();
    await given.store.put(
      'osv',
      byId(osvSays('GHSA-bbbb-bbbb-bbbb', [{ ecosystem: 'npm', name: 'right', fixed: '3.0.0' }])),
      SEEN,
    );
    const changed = await publish();

    expect(again.added).toEqual({ objects: 0, bytes: 0 });
    // The shard of npm, its index, and the manifest.
    expect(changed.added.objects).toBe(3);
    expect(changed.checkpoint.size).toBe(again.checkpoint.size + 1);
  });

  it('continues the log, so that a reader who was there before accepts it', async () => {
    const before = await open(folder);
    await publish();

    const trusted = { key: signer.verifierKey, verified: before.checkpoint };
    const after = await openSnapshot(folderReader(folder), trusted, NOW);

    expect(after.checkpoint.size).toBe(before.checkpoint.size + 1);
  });

  it('is refused once it has expired', async () => {
    const late = new Date(NOW.getTime() + 48 * 3_600_000);
    const trusted = { key: signer.verifierKey, verified: null };

    await expect(openSnapshot(folderReader(folder), trusted, late)).rejects.toMatchObject({ code: 'snapshot_expired' });
  });

  it('is not written over by another key', async () => {
    const other = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
    const target = openFolderTarget(folder);

    const publishing = publishSnapshot({ db: given.db, target, signer: other, now: () => NOW, hours: 48 }, signal);

    await expect(publishing).rejects.toMatchObject({ code: 'signature_missing' });
  });
});

describe('tampering', () => {
  /** The files that a reader reads for one package and one CVE. */
  async function filesRead(): Promise<string[]> {
    const reader = folderReader(folder);
    await readAll(reader);
    return [...new Set(reader.asked)];
  }
  async function readAll(reader: ReturnType<typeof folderReader>) {
    const snapshot = await openSnapshot(reader, { key: signer.verifierKey, verified: null }, NOW);
    await snapshot.risk('CVE-2026-1001');
    return snapshot.judge({ ecosystem: 'npm', package: 'left', version: '1.0.0' });
  }

  it('is refused for a missing and for a cut file of every kind', async () => {
    const files = await filesRead();
    const found = new Set<string>();

    for (const file of files) {
      const bytes = await readFile(path.join(folder, file));
      for (const replacement of [null, bytes.subarray(0, -1)]) {
        const refused = await readAll(folderReader(folder, new Map([[file, replacement]]))).catch(
          (error: unknown) => error,
        );
        expect(refused, file).toBeInstanceOf(SnapshotProblem);
        found.add((refused as SnapshotProblem).code);
      }
    }

    expect([...found].sort()).toEqual([
      'entry_malformed',
      'note_malformed',
      'object_missing',
      'object_truncated',
      'tile_malformed',
      'tile_missing',
    ]);
  });

  it('accepts none of 1,000 random mutations of the files that are read', async () => {
    const files = await filesRead();
    const contents = new Map<string, Buffer>();
    for (const file of files) contents.set(file, await readFile(path.join(folder, file)));

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (file, at, flip) => {
          const bytes = Buffer.from(contents.get(file) ?? '');
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ flip;

          const found = await readAll(folderReader(folder, new Map([[file, bytes]]))).catch((error: unknown) => error);

          expect(found).toBeInstanceOf(SnapshotProblem);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('publishing that is cut off', () => {
  it('leaves a whole snapshot at every point, the old one or the new one, and can be done again', async () => {
    let name = 0;
    let points = 0;

    for (let after = 0; ; after += 1) {
      name += 1;
      const record = osvSays(`GHSA-cccc-cccc-${String(name).padStart(4, '0')}`, [
        { ecosystem: 'npm', name: `made-${name}`, fixed: '2.0.0' },
      ]);
      await given.store.put('osv', byId(record), SEEN);
      const before = (await open(folder)).checkpoint.size;
      const failed = await publish(cutOff(openFolderTarget(folder), after)).then(
        () => false,
        () => true,
      );

      const snapshot = await open(folder);
      const { verdict } = await snapshot.judge({ ecosystem: 'npm', package: `made-${name}`, version: '1.0.0' });
      const isNew = snapshot.checkpoint.size > before;
      expect(verdict).toBe(isNew ? 'affected' : 'none_known');
      if (!failed) break;
      points += 1;
      expect(points).toBeLessThan(50);
    }

    expect(points).toBeGreaterThan(5);
  });
});

describe('expiry', () => {
  it('removes old drafts wherever they are, before it writes', async () => {
    const [old, young] = [path.join(folder, 'checkpoint.1.draft'), path.join(folder, 'tile', '2.draft')];
    await mkdir(path.dirname(young), { recursive: true });
    for (const draft of [old, young]) await writeFile(draft, 'x');
    const long = new Date(NOW.getTime() - 2 * 3_600_000);
    await utimes(old, long, long);
    await utimes(young, NOW, NOW);
    const full = cutOff(openFolderTarget(folder), 0);

    await given.store.put('osv', byId(osvSays('GHSA-dddd-dddd-dddd', [{ ecosystem: 'npm', name: 'full' }])), SEEN);
    await expect(publish(full)).rejects.toThrow();

    await expect(stat(old)).rejects.toThrow('ENOENT');
    expect((await stat(young)).size).toBe(1);
    await rm(young);
  });

  it('removes what no usable snapshot refers to, and drafts, and nothing else', async () => {
    const old = new Date('2020-01-01T00:00:00.000Z');
    const draft = path.join(folder, 'object', (await readdir(path.join(folder, 'object')))[0] ?? '', 'left.draft');
    await writeFile(draft, 'x');
    for (const part of await readdir(path.join(folder, 'object'))) {
      for (const file of await readdir(path.join(folder, 'object', part))) {
        await utimes(path.join(folder, 'object', part, file), old, old);
      }
    }
    const later = new Date(NOW.getTime() + 72 * 3_600_000);

    const { removed, manifest } = await publish(openFolderTarget(folder), later);

    expect(removed).toBeGreaterThan(1);
    await expect(stat(draft)).rejects.toThrow('ENOENT');
    const snapshot = await openSnapshot(folderReader(folder), { key: signer.verifierKey, verified: null }, later);
    for (const { name } of manifest.partitions.filter((one) => one.name.startsWith('ecosystem/'))) {
      expect(await snapshot.shard(name.slice('ecosystem/'.length), 'x')).not.toBeNull();
    }
  });
});

describe('the timetable', () => {
  it.each([
    [15, 0, 0, true],
    [15, 3, 45, true],
    [15, 3, 44, false],
    [90, 1, 30, true],
    [90, 1, 0, false],
  ])('every %i minutes: at %i:%i is %s', (minutes, hour, min, due) => {
    const { match } = snapshotTimetable({ minutes });

    expect(typeof match === 'function' && match({ hour, min, date: 1, month: 1, dow: 1 })).toBe(due);
  });
});
