import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveFile } from './save-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-save-'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);

it('replaces a link that was planted in the place of the file, and leaves alone what it leads to', async () => {
  await writeFile(at('precious'), 'precious');
  await symlink(at('precious'), at('found.sarif'));

  await saveFile(at('found.sarif'), 'found', 'u');

  expect(await readFile(at('precious'), 'utf8')).toBe('precious');
  expect(await readFile(at('found.sarif'), 'utf8')).toBe('found');
  expect((await lstat(at('found.sarif'))).isFile()).toBe(true);
  expect(await readdir(folder)).toEqual(['found.sarif', 'precious']);
});

it('does not write through a link in the place of its draft', async () => {
  await writeFile(at('precious'), 'precious');
  await symlink(at('precious'), at('found.sarif.u.part'));

  await expect(saveFile(at('found.sarif'), 'found', 'u')).rejects.toThrow('EEXIST');

  expect(await readFile(at('precious'), 'utf8')).toBe('precious');
});

it('leaves no draft behind where the target cannot be written', async () => {
  await mkdir(at('folder'));

  await expect(saveFile(at('folder'), 'found', 'u')).rejects.toThrow();

  expect(await readdir(folder)).toEqual(['folder']);
});

it('writes to devices as they are', async () => {
  await saveFile('/dev/null', 'found', 'u');

  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
});
