import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { unzip } from '../../test/unzip.ts';
import { spoolZipInZip, zip } from './zip.ts';

it('packs and stores, and gives every byte back', () => {
  const archive = zip([
    { name: 'packed.txt', data: Buffer.from('again '.repeat(1000)) },
    { name: 'stored.bin', data: Buffer.from([0, 1, 2, 255]), method: 'stored' },
    { name: 'empty', data: Buffer.alloc(0) },
  ]);

  const files = unzip(archive);

  expect(files.get('packed.txt')?.toString()).toBe('again '.repeat(1000));
  expect(files.get('stored.bin')).toEqual(Buffer.from([0, 1, 2, 255]));
  expect(files.get('empty')).toHaveLength(0);
  expect(archive.length).toBeLessThan(600);
});

it('writes names as given, however hostile', () => {
  const names = ['../../etc/passwd', '/absolute', 'C:\\windows', 'nul\0byte', 'ünïcode', '__proto__'];

  const files = unzip(zip(names.map((name) => ({ name, data: Buffer.from('x') }))));

  expect([...files.keys()]).toEqual(names);
});

it('can lie about sizes and make links', () => {
  const honest = zip([{ name: 'a', data: Buffer.from('abc'), method: 'stored' }]);
  const lying = zip([{ name: 'a', data: Buffer.from('abc'), method: 'stored', claims: { size: 9 }, mode: 0o120777 }]);

  expect([honest.readUInt32LE(22), lying.readUInt32LE(22)]).toEqual([3, 9]);
  expect(lying.readUInt16LE(lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 40)).toBe(0o120777);
});

it('counts past 65,535 entries', () => {
  const data = Buffer.from('x');

  const files = unzip(
    zip(Array.from({ length: 70_000 }, (_, index) => ({ name: String(index), data, method: 'stored' as const }))),
  );

  expect(files.size).toBe(70_000);
  expect(files.get('69999')?.toString()).toBe('x');
});

it('spools a zip within a zip', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zip-'));
  const file = path.join(folder, 'outer.zip');
  const entries = [{ name: 'cves/1.json', data: Buffer.from('{}') }];

  const size = await spoolZipInZip(file, 'cves.zip', entries);
  const outer = await readFile(file);
  await rm(folder, { recursive: true });

  expect(outer).toHaveLength(size);
  expect(unzip(outer).get('cves.zip')).toEqual(zip(entries));
});
