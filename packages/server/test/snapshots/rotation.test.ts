import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSnapshot, readKeys } from '@almanac/core/snapshots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN } from '../support/worlds/package-world.ts';

const NAME = 'almanac.example/log';
const [first, second, third] = [newSignerKey(NAME), newSignerKey(NAME), newSignerKey(NAME)];
const signerOf = (key: string, previous?: string) => openSigner(key, previous) as SnapshotSigner;
const verifier = (key: string) => signerOf(key).verifierKey;

let given: PackageApp;
let base: string;
/** The log while one key signs, while both do, when the new one does alone, and after another rotation. */
const folders = { old: '', both: '', new: '', again: '' };

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'almanac-rotation-'));
  given = await openPackageApp([], async (store) => {
    await store.put(
      'osv',
      byId(osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }])),
      SEEN,
    );
  });
  const folder = path.join(base, 'log');
  for (const [name, signer] of [
    ['old', signerOf(first)],
    ['both', signerOf(second, first)],
    ['new', signerOf(second)],
    ['again', signerOf(third, second)],
  ] as const) {
    await publishSnapshot(
      { db: given.db, target: openFolderTarget(folder), signer, now: () => NOW, hours: 48 },
      AbortSignal.timeout(60_000),
    );
    folders[name] = path.join(base, name);
    await cp(folder, folders[name], { recursive: true });
  }
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await rm(base, { recursive: true });
});

const open = async (folder: string, key: string) => {
  const { keys, checkpoint } = await openSnapshot(folderReader(folder), { key, verified: null }, NOW);
  return { size: checkpoint.size, trusted: keys.at(-1) };
};

describe('a key that is replaced', () => {
  it('is followed by a reader that trusts it, while both sign and long after, through any number of rotations', async () => {
    expect(await open(folders.old, verifier(first))).toEqual({ size: 1, trusted: verifier(first) });
    expect(await open(folders.both, verifier(first))).toEqual({ size: 2, trusted: verifier(second) });
    expect(await open(folders.new, verifier(first))).toEqual({ size: 3, trusted: verifier(second) });
    expect(await open(folders.again, verifier(first))).toEqual({ size: 4, trusted: verifier(third) });
  });

  it('is not needed by a reader that trusts the new one', async () => {
    expect(await open(folders.both, verifier(second))).toEqual({ size: 2, trusted: verifier(second) });
    expect(await open(folders.new, verifier(second))).toEqual({ size: 3, trusted: verifier(second) });
    await expect(open(folders.old, verifier(second))).rejects.toMatchObject({ code: 'signature_missing' });
  });

  it('is named to readers that trust nobody yet', async () => {
    const named = async (folder: string) => readKeys(await readFile(path.join(folder, 'keys.json'))).key;

    expect(await named(folders.old)).toBe(verifier(first));
    expect(await named(folders.both)).toBe(verifier(second));
    expect(await named(folders.again)).toBe(verifier(third));
  });

  it.each([
    ['without the list of keys', () => null, 'signature_missing'],
    ['that is no list', () => '[]', 'keys_malformed'],
    [
      'that another key signed',
      (text: string) => text.replace(/(— [^ ]+ )[A-Za-z0-9+/]{8}/, '$1AAAAAAAA'),
      'signature_missing',
    ],
    [
      'whose signature is damaged',
      (text: string) => text.replace(/(— [^ ]+ .{20}).{8}/, '$1AAAAAAAA'),
      'signature_wrong',
    ],
    ['that names a third key', (text: string) => text.replaceAll(verifier(second), verifier(third)), 'signature_wrong'],
  ])('is not followed by a rotation %s', async (name, change, code) => {
    const folder = path.join(base, name.replaceAll(' ', '-'));
    await cp(folders.new, folder, { recursive: true });
    const file = path.join(folder, 'keys.json');
    const changed = change(await readFile(file, 'utf8'));
    await (changed === null ? rm(file) : writeFile(file, changed));

    await expect(open(folder, verifier(first))).rejects.toMatchObject({ code });
  });
});
