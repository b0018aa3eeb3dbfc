import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTar, type TarEntry, writeTar } from './tar.ts';

const entry = (name: string, text: string): TarEntry => ({ name, bytes: Buffer.from(text) });

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function written(...entries: readonly TarEntry[]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(writeTar(each(entries))));
}

const read = (archive: Buffer, chunk = archive.length) => {
  const chunks = Array.from({ length: Math.ceil(archive.length / chunk) }, (_, i) =>
    archive.subarray(i * chunk, (i + 1) * chunk),
  );
  return Array.fromAsync(readTar(each(chunks), 1_000_000));
};

describe('a tape archive', () => {
  it('comes back as it was written, whatever the chunks', async () => {
    const entries = fc.array(fc.record({ name: fc.stringMatching(/^[a-z0-9]{1,100}$/), bytes: fc.uint8Array() }));

    await fc.assert(
      fc.asyncProperty(entries, fc.integer({ min: 1, max: 2_000 }), async (given, chunk) => {
        const files = given.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));

        expect(await read(await written(...files), chunk)).toEqual(files);
      }),
    );
  });

  it('is what the program tar reads and writes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-tar-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, 'ours.tar'), await written(entry('one', 'first'), entry('two', '')));
    const tar = (...args: string[]) => promisify(execFile)('tar', ['-C', folder, ...args]);

    await tar('-xf', path.join(folder, 'ours.tar'));
    await tar('--format=ustar', '-cf', path.join(folder, 'theirs.tar'), 'one', 'two');

    expect(await readFile(path.join(folder, 'one'), 'utf8')).toBe('first');
    expect(await read(await readFile(path.join(folder, 'theirs.tar')))).toEqual([
      entry('one', 'first'),
      entry('two', ''),
    ]);
  });

  it.each<[string, (archive: Buffer) => Buffer, RegExp]>([
    ['cut within a file', (archive) => archive.subarray(0, 700), /ends in the middle/],
    ['cut before its end', (archive) => archive.subarray(0, 1024), /ends in the middle/],
    ['of something else', () => Buffer.alloc(1024, 'x'), /no tape archive/],
    ['with another name than was summed', (archive) => altered(archive, 0, 'x'), /no tape archive/],
    ['with a link', (archive) => resummed(altered(archive, 156, '2')), /no plain file/],
    ['with a file that is too large', (archive) => resummed(altered(archive, 124, '00077777777')), /more than/],
  ])('is refused %s', async (_how, alter, complaint) => {
    const archive = await written(entry('one', 'first'));

    await expect(read(alter(archive))).rejects.toThrow(complaint);
  });

  it('takes no name that does not fit', async () => {
    await expect(written(entry('x'.repeat(101), ''))).rejects.toThrow(/does not fit/);
  });
});

function altered(archive: Buffer, at: number, text: string): Buffer {
  const copy = Buffer.from(archive);
  copy.write(text, at, 'latin1');
  return copy;
}

function resummed(archive: Buffer): Buffer {
  const head = altered(archive.subarray(0, 512), 148, ' '.repeat(8));
  const sum = head.reduce((total, byte) => total + byte, 0);
  return altered(archive, 148, `${sum.toString(8).padStart(6, '0')}\u0000 `);
}
