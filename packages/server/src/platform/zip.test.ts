import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type ZipEntry, zip } from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openZip, type ZipLimits } from './zip.ts';

const MEGABYTE = 1024 * 1024;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'almanac-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function archive(bytes: Buffer): Promise<string> {
  const file = path.join(directory, `${Math.random()}.zip`);
  await writeFile(file, bytes);
  return file;
}

async function read(bytes: Buffer, limits?: ZipLimits): Promise<[string, string][]> {
  await using opened = await openZip(await archive(bytes), limits);
  const found: [string, string][] = [];
  for await (const entry of opened.entries()) found.push([entry.name, (await entry.read()).toString()]);
  return found;
}

const text = (name: string, data = name): ZipEntry => ({ name, data: Buffer.from(data) });

describe('openZip', () => {
  it('gives entries in their order, without the folders', async () => {
    const entries = [text('cves/b.json'), text('cves/', ''), text('cves/a.json'), text('empty', '')];

    expect(await read(zip(entries))).toEqual([
      ['cves/b.json', 'cves/b.json'],
      ['cves/a.json', 'cves/a.json'],
      ['empty', ''],
    ]);
  });

  it('skips what is not asked for, and reads stored entries as well', async () => {
    const stored = { ...text('b', 'second'), method: 'stored' as const };
    await using opened = await openZip(await archive(zip([text('a'), stored])));

    const found: string[] = [];
    for await (const entry of opened.entries()) if (entry.name === 'b') found.push((await entry.read()).toString());

    expect(opened.count).toBe(2);
    expect(found).toEqual(['second']);
  });

  it('tells size and checksum beforehand, and reads in any order until it is closed, across the blocks of the file', async () => {
    const sizes = [10, 65_536, 200_000, 0, 65_535, 1_000_000, 3];
    const entries = sizes.map((size, i) => ({
      name: `${i}`,
      data: randomBytes(size),
      method: i % 2 === 0 ? ('stored' as const) : ('deflate' as const),
    }));
    await using opened = await openZip(await archive(zip(entries)));
    const found = await Array.fromAsync(opened.entries());

    expect(found.map(({ size, crc32: crc }) => [size, crc])).toEqual(
      entries.map(({ data }) => [data.length, crc32(data)]),
    );
    for (const [i, entry] of [...found.entries()].toReversed()) {
      expect((await entry.read()).equals(entries[i]?.data ?? Buffer.alloc(0)), entry.name).toBe(true);
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves no file open, whether it was read to its end or refused',
    async () => {
      const file = await archive(zip([text('a'), text('b')]));
      const broken = await archive(Buffer.from('no archive'));
      const isOpen = async () =>
        (
          await Promise.all(
            (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
          )
        ).some((one) => one === file || one === broken);

      const opened = await openZip(file);
      for await (const entry of opened.entries()) {
        await entry.read();
        break;
      }
      await opened[Symbol.asyncDispose]();
      await expect(openZip(broken)).rejects.toThrow('cannot be read');

      await expect.poll(isOpen).toBe(false);
    },
  );

  it('opens an archive within the archive through a file that goes away again', async () => {
    const outer = await archive(zip([{ name: 'cves.zip', data: zip([text('inner')]), method: 'stored' }]));
    const before = await leftovers();

    const names: string[] = [];
    await using opened = await openZip(outer);
    for await (const entry of opened.entries()) {
      await using file = await entry.toFile();
      await using inner = await openZip(file.path);
      for await (const { name } of inner.entries()) names.push(name);
    }

    expect(names).toEqual(['inner']);
    expect(await leftovers()).toEqual(before);
  });

  const zeros = (size: number) => ({ name: 'zeros', data: Buffer.alloc(size) });
  it.each<[string, () => Buffer, ZipLimits, RegExp]>([
    ['that unpacks a thousandfold', () => zip([zeros(20 * MEGABYTE)]), {}, /more than 100 times its size/],
    [
      'that hides how far it unpacks',
      () => zip([{ ...zeros(20 * MEGABYTE), claims: { size: 1000 } }]),
      {},
      /too many bytes|cannot be read/,
    ],
    ['that announces more than it has', () => zip([{ ...text('a'), claims: { size: 9 } }]), {}, /cannot be read/],
    ['with an entry over the limit', () => zip([text('a', 'x'.repeat(20))]), { maxEntryBytes: 10 }, /larger than 10/],
    ['larger than the limit in all', () => zip([text('aaaa'), text('bbbb')]), { maxTotalBytes: 6 }, /larger than 6/],
    ['with too many entries', () => zip([text('a'), text('b')]), { maxEntries: 1 }, /2 entries, more than 1/],
    ['that climbs out of its folder', () => zip([text('../../etc/passwd')]), {}, /invalid relative path/],
    ['that climbs out within a name', () => zip([text('a/../../b')]), {}, /invalid relative path/],
    ['that climbs out by backslashes', () => zip([text('..\\b')]), {}, /invalid characters/],
    ['with an absolute name', () => zip([text('/etc/passwd')]), {}, /absolute path/],
    ['with the name of a drive', () => zip([text('C:/windows')]), {}, /absolute path/],
    ['with a link', () => zip([{ ...text('a', '/etc/passwd'), mode: 0o120777 }]), {}, /is a link/],
    ['with a wrong checksum', () => zip([{ ...text('a'), claims: { crc: 1 } }]), {}, /checksum of "a" is wrong/],
    ['that is cut', () => zip([text('a'), text('b')]).subarray(0, -30), {}, /cannot be read/],
    ['that is a page', () => Buffer.from('<!doctype html>'), {}, /cannot be read/],
    ['with entries that overlap', () => overlapping(20), {}, /entries overlap/],
  ])('refuses an archive %s', async (_name, make, limits, message) => {
    await expect(read(make(), limits)).rejects.toThrow(message);
  });

  it('refuses an encrypted entry', async () => {
    const bytes = zip([text('a')]);
    const directoryAt = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt16LE(bytes.readUInt16LE(directoryAt + 8) | 1, directoryAt + 8);

    await expect(read(bytes)).rejects.toThrow('is encrypted');
  });
});

/** One entry, listed many times: as a bomb does that has no need of a high ratio. */
function overlapping(times: number): Buffer {
  const bytes = zip([{ name: 'a', data: Buffer.alloc(1000, 'x'), method: 'stored' }]);
  const start = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const end = bytes.indexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const listing = bytes.subarray(start, end);
  const closing = Buffer.from(bytes.subarray(end));
  closing.writeUInt16LE(times, 8);
  closing.writeUInt16LE(times, 10);
  closing.writeUInt32LE(listing.length * times, 12);
  return Buffer.concat([bytes.subarray(0, start), ...Array.from({ length: times }, () => listing), closing]);
}

async function leftovers(): Promise<string[]> {
  return (await readdir(os.tmpdir())).filter(
    (name) => name.startsWith('almanac-') && !name.startsWith('almanac-test-'),
  );
}
