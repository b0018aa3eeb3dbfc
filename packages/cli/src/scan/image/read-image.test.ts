import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TarInput, tarOf } from '../../../test/support/tar.ts';
import { IMAGE_LIMITS, readImage } from './read-image.ts';
import type { ImageLimits } from './read-layer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-image-'));
});
afterAll(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();

/** What is read of an image: its files, and either their package URLs or why they are not read. */
async function read(name: string, limits: ImageLimits = IMAGE_LIMITS): Promise<Record<string, unknown>> {
  const files = await readImage(name, { folder, signal, each: () => {}, limits });
  return Object.fromEntries(
    files.map(({ path, reading }) => [
      path.replace(`${name}:`, ''),
      reading.file === null ? reading.problem : reading.file.entries.map(({ component }) => component.purl),
    ]),
  );
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** As `docker save` writes it. */
async function dockerImage(name: string, layers: readonly Buffer[]): Promise<string> {
  const parts = layers.map((content, at) => ({ name: `layer-${at}/layer.tar`, content }));
  const manifest = JSON.stringify([
    { Config: 'config.json', RepoTags: ['a:1'], Layers: parts.map(({ name }) => name) },
  ]);
  await writeFile(path.join(folder, name), tarOf([...parts, { name: 'manifest.json', content: manifest }]));
  return name;
}

/** The files of an OCI layout. */
function layoutOf(layers: readonly Buffer[], wrong = false): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const blob = (bytes: Buffer): { digest: string; size: number } => {
    files.set(`blobs/sha256/${sha256(bytes)}`, wrong ? Buffer.concat([bytes, Buffer.alloc(512)]) : bytes);
    return { digest: `sha256:${sha256(bytes)}`, size: bytes.length };
  };
  const manifest = Buffer.from(JSON.stringify({ schemaVersion: 2, layers: layers.map(blob) }));
  files.set(`blobs/sha256/${sha256(manifest)}`, manifest);
  const described = { digest: `sha256:${sha256(manifest)}`, platform: { os: 'linux', architecture: 'amd64' } };
  const other = { digest: `sha256:${'0'.repeat(64)}`, platform: { os: 'linux', architecture: 'arm64' } };
  files.set('index.json', Buffer.from(JSON.stringify({ manifests: [other, described] })));
  return files;
}

/** An index of an index, and so on. */
function nestedIndexes(depth: number): TarInput[] {
  const parts: TarInput[] = [];
  let below = '{}';
  for (let level = 0; level < depth; level += 1) {
    const digest = sha256(Buffer.from(below));
    parts.push({ name: `blobs/sha256/${digest}`, content: below });
    below = JSON.stringify({ manifests: [{ digest: `sha256:${digest}` }] });
  }
  return [...parts, { name: 'index.json', content: below }];
}

const alpine = (version: string): string => `P:musl\nV:${version}\nA:x86_64\no:musl\n`;
const OS: TarInput = { name: 'usr/lib/os-release', content: 'ID=alpine\nVERSION_ID=3.20.3\n' };
const LINK: TarInput = { name: 'etc/os-release', type: '2', link: '../usr/lib/os-release' };
const DATABASE = 'lib/apk/db/installed';
const musl = (version: string): string[] => [`pkg:apk/alpine/musl@${version}?arch=source&distro=alpine-3.20.3`];

describe('an image', () => {
  const base = tarOf([OS, LINK, { name: DATABASE, content: alpine('1.2.5-r0') }]);
  const update = gzipSync(tarOf([{ name: `./${DATABASE}`, content: alpine('1.2.5-r1') }]));

  it('of docker save is read with its layers in order, packed or not', async () => {
    expect(await read(await dockerImage('save.tar', [base, update]))).toEqual({ [DATABASE]: musl('1.2.5-r1') });
    expect(await read(await dockerImage('back.tar', [update, base]))).toEqual({ [DATABASE]: musl('1.2.5-r0') });
  });

  it('is read as an OCI layout, as a folder and as an archive; other platforms are named', async () => {
    const files = layoutOf([base, update]);
    for (const [name, content] of files) {
      await mkdir(path.dirname(path.join(folder, 'layout', name)), { recursive: true });
      await writeFile(path.join(folder, 'layout', name), content);
    }
    await writeFile(path.join(folder, 'oci.tar'), tarOf([...files].map(([name, content]) => ({ name, content }))));

    const other = expect.stringMatching(/^not checked: 1 other images in the same index/);
    expect(await read('layout')).toEqual({ [DATABASE]: musl('1.2.5-r1'), layout: other });
    expect(await read('oci.tar')).toEqual({ [DATABASE]: musl('1.2.5-r1'), 'oci.tar': other });
  });

  it('is refused where a layer is not the one that is named', async () => {
    const files = layoutOf([base], true);
    await writeFile(path.join(folder, 'wrong.tar'), tarOf([...files].map(([name, content]) => ({ name, content }))));

    expect(await read('wrong.tar')).toEqual({ 'wrong.tar': 'A layer does not match its SHA-256.' });
  });
});

describe('layers', () => {
  const lock = (name: string): TarInput => ({ name, content: 'example.org/a v1.0.0 h1:x=\n' });
  const READ = ['pkg:golang/example.org/a@v1.0.0'];

  it.each<[string, readonly TarInput[][], Record<string, unknown>]>([
    ['a file is taken away', [[lock('a/go.sum')], [{ name: 'a/.wh.go.sum' }]], {}],
    ['a folder is taken away', [[lock('a/b/go.sum')], [{ name: '.wh.a' }]], {}],
    [
      'a whiteout leaves its own layer alone, wherever it comes',
      [[lock('a/go.sum')], [lock('a/go.sum'), { name: 'a/.wh.go.sum' }]],
      { 'a/go.sum': READ },
    ],
    [
      'a folder is emptied of what is below',
      [
        [lock('a/go.sum'), lock('a/b/go.sum')],
        [lock('a/c/go.sum'), { name: 'a/.wh..wh..opq' }],
      ],
      { 'a/c/go.sum': READ },
    ],
    ['a file takes the place of a folder', [[lock('a/go.sum')], [{ name: 'a', content: 'x' }]], {}],
    ['a folder keeps what is in it', [[lock('a/go.sum')], [{ name: 'a/', type: '5' }]], { 'a/go.sum': READ }],
    [
      'a folder takes the place of a link',
      [[{ name: 'a', type: '2', link: 'b' }], [{ name: 'a', type: '5' }, lock('a/go.sum')]],
      { 'a/go.sum': READ },
    ],
    [
      'the last of two entries counts',
      [[lock('go.sum'), { name: 'go.sum', content: 'example.org/b v2.0.0 h1:x=\n' }]],
      { 'go.sum': ['pkg:golang/example.org/b@v2.0.0'] },
    ],
    [
      'a link to a folder leads there',
      [[{ name: 'lib', type: '2', link: 'usr/lib' }], [lock('lib/x/go.sum')]],
      { 'usr/lib/x/go.sum': READ },
    ],
    [
      'a link that climbs out ends at the root',
      [[{ name: 'out', type: '2', link: '../../../etc' }], [lock('out/go.sum')]],
      { 'etc/go.sum': READ },
    ],
    [
      'links in a circle lead nowhere',
      [[{ name: 'a', type: '2', link: 'b' }, { name: 'b', type: '2', link: 'a' }, lock('a/go.sum')]],
      {},
    ],
    [
      'a hard link is the file',
      [[lock('go.sum'), { name: 'sub/go.sum', type: '1', link: 'go.sum' }]],
      { 'go.sum': READ, 'sub/go.sum': READ },
    ],
    [
      'a hard link to what is not read',
      [[{ name: 'x' }, { name: 'go.sum', type: '1', link: 'x' }]],
      { 'go.sum': expect.stringContaining('hard link') },
    ],
    ['installed packages have lockfiles of their own', [[lock('app/node_modules/x/go.sum')]], {}],
    [
      'the database of rpm is named',
      [[{ name: 'var/lib/rpm/rpmdb.sqlite', content: 'x' }]],
      { 'var/lib/rpm/rpmdb.sqlite': expect.stringMatching(/^not checked: /) },
    ],
    [
      'a name that is long',
      [
        [
          {
            name: '@',
            type: 'x',
            content: `156 path=${'a/'.repeat(70)}go.sum\n`,
          },
          lock('short'),
        ],
      ],
      { [`${'a/'.repeat(70)}go.sum`]: READ },
    ],
    [
      'a long name of GNU tar',
      [[{ name: '@', type: 'L', content: `${'b/'.repeat(70)}go.sum\0` }, lock('short')]],
      { [`${'b/'.repeat(70)}go.sum`]: READ },
    ],
  ])('%s', async (_name, layers, expected) => {
    expect(await read(await dockerImage('layers.tar', layers.map(tarOf)))).toEqual(expected);
  });

  it('entries that climb out are left out and counted', async () => {
    const layer = tarOf([lock('../go.sum'), lock('a/../../go.sum'), lock('/rooted/go.sum')]);

    expect(await read(await dockerImage('climb.tar', [layer]))).toEqual({
      'rooted/go.sum': READ,
      'climb.tar': 'ignored 2 layer entries that point outside the root',
    });
  });
});

it('whatever is changed in an archive, it is read or refused in a sentence', async () => {
  const layer = gzipSync(tarOf([OS, LINK, { name: DATABASE, content: alpine('1.2.5-r0') }]));
  await dockerImage('whole.tar', [layer]);
  const whole = await readFile(path.join(folder, 'whole.tar'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 }),
      fc.nat({ max: whole.length }),
      async (edits, length) => {
        const changed = Buffer.from(whole);
        for (const [at, byte] of edits) changed[at] = byte;
        await writeFile(path.join(folder, 'changed.tar'), changed.subarray(0, length));

        const files = await readImage('changed.tar', { folder, signal, each: () => {} });

        expect(files.every(({ reading }) => (reading.file === null) === (reading.problem !== null))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

describe('an image is refused in a sentence', () => {
  const limits = { bytes: 100_000, entries: 20, fileBytes: 1000, keptBytes: 3000 };
  const big = (name: string, size: number): TarInput => ({ name, content: `# ${'x'.repeat(size)}` });
  it.each<[string, Buffer, string]>([
    ['a bomb', gzipSync(tarOf([big('zeros', 5_000_000)])), 'The image exceeds 100000 bytes when unpacked.'],
    [
      'entries without end',
      tarOf(Array.from({ length: 21 }, (_, at) => ({ name: `f${at}` }))),
      'The image has more than 20 entries.',
    ],
    [
      'much to read',
      tarOf(Array.from({ length: 4 }, (_, at) => big(`${at}/go.sum`, 900))),
      'The image files to read are too large in total.',
    ],
    ['a layer that truncated', tarOf([big('a', 3000)]).subarray(0, 2000), 'The archive is truncated.'],
    ['a wrong checksum', Buffer.alloc(1024, 'x'), 'An archive entry has a wrong checksum.'],
    ['gzip that is cut', gzipSync(tarOf([big('a', 3000)])).subarray(0, 40), 'Cannot unpack a layer:'],
    ['a pax header that lies', tarOf([{ name: '@', type: 'x', content: '5 a=' }]), 'A pax header is malformed.'],
    [
      'a size that lies',
      tarOf([{ name: '@', type: 'x', content: '20 size=99999999999\n' }, { name: 'a' }]),
      'truncated',
    ],
  ])('%s', async (_name, layer, problem) => {
    const name = await dockerImage('refused.tar', [layer]);

    expect(await read(name, limits)).toEqual({ [name]: expect.stringContaining(problem) });
  });

  it.each<[string, Buffer, string]>([
    ['no archive', Buffer.from('hello'), 'truncated'],
    ['an archive of something else', tarOf([{ name: 'a' }]), 'Not an image: index.json and manifest.json are missing.'],
    [
      'a manifest without layers',
      tarOf([{ name: 'manifest.json', content: '[{}]' }]),
      'manifest.json lists no layers.',
    ],
    [
      'a layer that is missing',
      tarOf([{ name: 'manifest.json', content: '[{"Layers":["../../etc/passwd"]}]' }]),
      'The image lacks',
    ],
    [
      'a layer that links to itself',
      tarOf([
        { name: 'manifest.json', content: '[{"Layers":["a"]}]' },
        { name: 'a', type: '2', link: 'a' },
      ]),
      'The image lacks',
    ],
    [
      'layers without end',
      tarOf([
        { name: 'manifest.json', content: JSON.stringify([{ Layers: Array.from({ length: 1001 }, () => 'a') }]) },
      ]),
      'more than 1000 layers',
    ],
    ['indexes in indexes', tarOf(nestedIndexes(5)), 'nested too deep'],
    [
      'a manifest that was changed',
      tarOf([...nestedIndexes(1), { name: `blobs/sha256/${sha256(Buffer.from('{}'))}`, content: '{ }' }]),
      'A manifest does not match its SHA-256.',
    ],
    [
      'an index without manifests',
      tarOf([{ name: 'index.json', content: '{"manifests":[]}' }]),
      'The image index lists no manifest.',
    ],
  ])('%s', async (_name, archive, problem) => {
    await writeFile(path.join(folder, 'bad.tar'), archive);

    expect(await read('bad.tar')).toEqual({ 'bad.tar': expect.stringContaining(problem) });
  });

  it('a file that is too large is named, and the others are read', async () => {
    const layer = tarOf([big('a/go.sum', 2000), { name: 'b/go.sum', content: 'example.org/a v1.0.0 h1:x=\n' }]);

    expect(await read(await dockerImage('large.tar', [layer]), limits)).toEqual({
      'a/go.sum': 'the file is too large: 2002 bytes',
      'b/go.sum': ['pkg:golang/example.org/a@v1.0.0'],
    });
  });

  it('a file that is not there is a mistake of the command', async () => {
    await expect(read('nowhere.tar')).rejects.toThrow('nowhere.tar: no such file or directory');
  });
});
