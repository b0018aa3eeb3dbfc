import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceDeps } from '../../../test/support/source-deps.ts';
import { materialise, type SourceItem } from '../source.ts';
import { drvName, getAttribute } from './derivations.ts';
import { dependencies } from './index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const drv = (name: string) => `/nix/store/${name.padEnd(32, '0')}-${name}-1.0.drv`;
const job = (attribute: string, inputs: readonly string[], more: object = {}) => ({
  attr: `${attribute}.x86_64-linux`,
  name: `${attribute}-1.0`,
  system: 'x86_64-linux',
  drvPath: drv(attribute),
  inputDrvs: Object.fromEntries(inputs.map((input) => [drv(input), ['out']])),
  ...more,
});

async function read(lines: readonly (object | string)[] | Uint8Array) {
  const file = path.join(folder, 'evaluation');
  const text = (line: object | string) => (typeof line === 'string' ? line : JSON.stringify(line));
  await writeFile(file, lines instanceof Uint8Array ? lines : lines.map((line) => `${text(line)}\n`).join(''));
  return readFile(file, null);
}

async function readFile(file: string, since: string | null) {
  const items: Exclude<SourceItem<unknown>, { read: unknown }>[] = [];
  let failure = '';
  const { bulk } = dependencies({ url: pathToFileURL(file).href }).channels;
  try {
    for await (const item of bulk?.read(sourceDeps({}), since, AbortSignal.timeout(20_000)) ?? []) {
      items.push(materialise(item));
    }
  } catch (error) {
    failure = (error as Error).message;
  }
  return { items, failure };
}

describe('dependencies', () => {
  it('names inputs by the attributes of other lines, wherever these stand', async () => {
    const lines = [job('b', ['a', 'nobody']), job('a', []), job('same', ['nobody'], { drvPath: drv('a') })];

    const { items } = await read(lines);

    expect(items).toMatchObject([
      { expected: 3 },
      { key: 'b.x86_64-linux', value: { attribute: 'b', inputs: ['a'], unnamed: 1, sameAs: null, name: 'b-1.0' } },
      { key: 'a.x86_64-linux', value: { attribute: 'a', inputs: [], unnamed: 0, sameAs: null } },
      { key: 'same.x86_64-linux', value: { attribute: 'same', sameAs: 'a' } },
      { complete: true },
      { checkpoint: expect.any(String) },
    ]);
  });

  it('keeps the line as it came in the record', async () => {
    const line = ' {"attr" : "a", "drvPath":"x.drv","inputDrvs":{} } ';

    const { items } = await read([line]);

    expect(Buffer.from((items[1] as { raw: Uint8Array }).raw).toString()).toBe(`{"line":${line},"inputs":{},"is":"a"}`);
  });

  it('reads what is packed, and does not read the same file twice', async () => {
    const lines = `${JSON.stringify(job('a', []))}\n`;
    const first = await read(Buffer.from(lines));
    const { checkpoint } = first.items.at(-1) as { checkpoint: string };
    const again = await readFile(path.join(folder, 'evaluation'), checkpoint);
    const packed = await read(gzipSync(lines));

    expect(again.items).toEqual([]);
    expect(packed.items.slice(0, -1)).toEqual(first.items.slice(0, -1));
  });

  it('counts errors and sets bad lines aside', async () => {
    const lines = [
      { attr: 'broken', error: 'evaluation aborted' },
      '{"attr":',
      { attr: 'odd' },
      { attr: 7 },
      { attr: 'a\nb', drvPath: 'x.drv' },
      job('a', []),
      job('a', []),
    ];

    const { items } = await read(lines);

    expect(items.slice(1, -2)).toMatchObject([
      { unreadable: expect.stringContaining('malformed JSON') },
      { key: 'odd', unreadable: 'neither a derivation nor an error' },
      { unreadable: expect.stringContaining('attr') },
      { unreadable: '"a\\nb" is no attribute' },
      { key: 'a.x86_64-linux' },
      { key: 'a.x86_64-linux', unreadable: 'second record of this key in one run' },
    ]);
  });

  it.each([
    ['a page', ['<!doctype html>', '<p>'], 'no line is a job'],
    ['a cut line', Buffer.from(`${JSON.stringify(job('a', []))}\n{"attr":"b"`), 'ends within a line'],
    ['jobs without inputs', [{ attr: 'a', drvPath: 'x.drv' }], '--show-input-drvs'],
    ['a cut packed file', gzipSync(JSON.stringify(job('a', []))).subarray(0, 40), ''],
  ])('takes nothing from %s', async (_name, lines, reason) => {
    const { items, failure } = await read(lines as string[]);

    expect(items).toEqual([]);
    expect(failure).toMatch(/^dependencies: /);
    expect(failure).toContain(reason);
  });

  it('takes nothing from a bomb', async () => {
    const { items, failure } = await read(gzipSync(Buffer.alloc(32 << 20, 0x20)));

    expect([items, failure]).toEqual([[], 'dependencies: the evaluation unpacks to more than it may']);
  });

  it('reads any lines without breaking off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.json(),
            fc.string().map((text) => text.replaceAll('\n', ' ')),
          ),
        ),
        async (lines) => {
          const { items, failure } = await read([...lines, JSON.stringify(job('a', []))]);

          expect(failure).toBe('');
          expect(items.at(-2)).toEqual({ complete: true });
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('names', () => {
  it.each([
    ['hello.x86_64-linux', 'x86_64-linux', 'hello'],
    ['hello', 'x86_64-linux', 'hello'],
    ['python3Packages.x.aarch64-linux', 'aarch64-linux', 'python3Packages.x'],
    ['x86_64-linux', 'x86_64-linux', 'x86_64-linux'],
    ['hello.x86_64-linux', null, 'hello.x86_64-linux'],
  ])('%s of %s is the attribute %s', (attr, system, expected) => {
    expect(getAttribute({ attr, system })).toBe(expected);
  });

  it.each([
    ['/nix/store/abc-hello.drv', 'abc-hello.drv'],
    ['abc-hello.drv', 'abc-hello.drv'],
  ])('%s is %s', (given, expected) => {
    expect(drvName(given)).toBe(expected);
  });
});
