import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarOf } from '../../../test/support/tar.ts';
import { createZip } from '../../db/export/zip-writer.ts';
import { findInRoot } from '../find-in-root.ts';
import { readImage } from '../image/read-image.ts';
import { type GivenFile, readFiles } from '../read-files.ts';
import { readJar } from './read-jar.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-installed-'));
});
afterAll(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();

let archives = 0;
/** A jar of these files. */
async function jarOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  archives += 1;
  const file = path.join(folder, `${archives}.zip`);
  const zip = await createZip(file);
  for (const [name, content] of Object.entries(files)) await zip.add(name, Buffer.from(content));
  await zip.finish();
  return readFile(file);
}

const pomOf = (artifact: string, version = '1.0') => ({
  [`META-INF/maven/org.example/${artifact}/pom.properties`]: `groupId=org.example\nartifactId=${artifact}\nversion=${version}\n`,
});
const CLASS = { 'org/example/A.class': Buffer.from([0xca, 0xfe]) };

/** The package URLs of what was read, and why others were not. */
function lines({ reading }: Pick<GivenFile, 'reading'>): unknown {
  if (reading.file === null) return reading.problem;
  const { entries, skipped } = reading.file;
  return [
    ...entries.map(({ component }) => `${component.purl} ${component.place}`),
    ...skipped.map(({ place, reason }) => `${place}: ${reason}`),
  ];
}

describe('a jar', () => {
  const read = (bytes: Buffer, file = 'app.jar') => lines({ reading: readJar(bytes, file) });
  const POM = 'META-INF/maven/org.example/left/pom.properties';

  it('names its package, and those of the jars within', async () => {
    const inner = await jarOf({ ...CLASS, ...pomOf('inner') });
    const outer = await jarOf({ ...CLASS, ...pomOf('left'), 'BOOT-INF/lib/inner-1.0.jar': inner });

    expect(read(outer)).toEqual([
      'pkg:maven/org.example/inner@1.0 BOOT-INF/lib/inner-1.0.jar!/META-INF/maven/org.example/inner/pom.properties',
      `pkg:maven/org.example/left@1.0 ${POM}`,
    ]);
  });

  it('with the classes of others names each of them', async () => {
    expect(read(await jarOf({ ...CLASS, ...pomOf('a'), ...pomOf('b') }))).toHaveLength(2);
  });

  it('without pom.properties is told by its manifest and its name, or is not checked', async () => {
    const manifest = 'Implementation-Version: 1.0\r\nImplementation-Vendor-Id: org.example\r\n';
    const jar = await jarOf({ ...CLASS, 'META-INF/MANIFEST.MF': manifest });

    expect(read(jar, 'lib/left-1.0.jar')).toEqual(['pkg:maven/org.example/left@1.0 META-INF/MANIFEST.MF']);
    expect(read(jar, 'lib/renamed.jar')).toEqual([expect.stringMatching(/does not say which package/)]);
    expect(read(await jarOf(CLASS))).toEqual([expect.stringMatching(/does not say which package/)]);
    expect(read(await jarOf({ 'left.properties': 'a=b' }))).toEqual([]);
  });

  it('too deep, damaged or no archive at all is said', async () => {
    let nested = await jarOf({ ...CLASS, ...pomOf('deep') });
    for (let level = 0; level < 4; level += 1) nested = await jarOf({ 'lib/a.jar': nested });
    const damaged = await jarOf({ 'lib/a.jar': 'no archive', ...pomOf('left') });

    expect(read(nested)).toEqual(['lib/a.jar!/lib/a.jar!/lib/a.jar: not judged: it is too deep within other archives']);
    expect(read(damaged)).toEqual([
      `pkg:maven/org.example/left@1.0 ${POM}`,
      'lib/a.jar: it is no ZIP archive that can be read',
    ]);
    expect(read(Buffer.from('text'))).toBe('it is no ZIP archive that can be read');
  });

  it('that unpacks to more than it announces is refused', async () => {
    const bomb = await jarOf({ 'lib/a.jar': Buffer.alloc(1 << 20), ...pomOf('left') });
    const at = bomb.indexOf('PK\u0001\u0002');
    bomb.writeUInt32LE(10, at + 24);

    expect(read(bomb)).toEqual([
      `pkg:maven/org.example/left@1.0 ${POM}`,
      expect.stringMatching(/^lib\/a\.jar: the archive cannot be read: /),
    ]);
  });

  it('breaks nothing, whatever of it is altered', async () => {
    const jar = await jarOf({ ...CLASS, ...pomOf('left'), 'lib/a.jar': await jarOf({ ...CLASS, ...pomOf('inner') }) });
    fc.assert(
      fc.property(fc.nat(jar.length - 1), fc.nat(255), fc.nat(jar.length), (at, value, end) => {
        const altered = Buffer.from(jar);
        altered[at] = value;
        expect(() => readJar(altered, 'a.jar')).not.toThrow();
        expect(() => readJar(jar.subarray(0, end), 'a.jar')).not.toThrow();
      }),
    );
  });
});

const metadata = (name: string) => `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n\n`;
const module = (name: string) => JSON.stringify({ name, version: '1.0.0' });

/** A system with packages of its distribution and of others. */
async function systemFiles(): Promise<Readonly<Record<string, string | Buffer>>> {
  return {
    'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
    'usr/lib/python3/dist-packages/ours-1.0.dist-info/METADATA': metadata('ours'),
    'usr/lib/python3/dist-packages/theirs-1.0.dist-info/METADATA': metadata('theirs'),
    'usr/lib/python3/dist-packages/theirs-1.0.dist-info/INSTALLER': 'pip\n',
    'usr/local/lib/python3.12/site-packages/left-1.0.dist-info/METADATA': metadata('left'),
    'opt/venv/lib/python3.12/site-packages/right.egg-info/PKG-INFO': metadata('right'),
    'opt/.venv/lib/python3.12/site-packages/hidden-1.0.dist-info/METADATA': metadata('hidden'),
    'usr/local/lib/node_modules/npm/package.json': module('npm'),
    'usr/local/lib/node_modules/npm/node_modules/@scope/deep/package.json': module('@scope/deep'),
    'usr/local/lib/node_modules/npm/package-lock.json': '{"lockfileVersion":3,"packages":{}}',
    'srv/app/package-lock.json': '{"lockfileVersion":3,"packages":{"node_modules/locked":{"version":"1.0.0"}}}',
    'srv/app/node_modules/locked/package.json': module('locked'),
    'usr/share/java/ours.jar': await jarOf({ ...CLASS, ...pomOf('ours') }),
    'srv/app.war': await jarOf({ 'WEB-INF/lib/left.jar': await jarOf({ ...CLASS, ...pomOf('left') }) }),
  };
}

const EXPECTED = [
  'pkg:maven/org.example/left@1.0',
  'pkg:npm/%40scope/deep@1.0.0',
  'pkg:npm/locked@1.0.0',
  'pkg:npm/npm@1.0.0',
  'pkg:pypi/hidden@1.0',
  'pkg:pypi/left@1.0',
  'pkg:pypi/right@1.0',
  'pkg:pypi/theirs@1.0',
];

function purls(files: readonly GivenFile[]): string[] {
  return files.flatMap(({ reading }) => reading.file?.entries.flatMap(({ ask }) => ask ?? []) ?? []).toSorted();
}

it('a root is read with what is installed in it, each package once and none of its distribution', async () => {
  for (const [file, content] of Object.entries(await systemFiles())) {
    await mkdir(path.dirname(path.join(folder, 'root', file)), { recursive: true });
    await writeFile(path.join(folder, 'root', file), content);
  }
  const files = await readFiles(folder, await findInRoot(folder, 'root', signal), () => {});

  expect(purls(files)).toEqual(EXPECTED);
  expect(files.flatMap(({ reading }) => reading.problem ?? [])).toEqual([]);
});

it('an image is read with the same, and its database of rpm', async () => {
  const database = await readFile(
    path.join(import.meta.dirname, '../../../test/fixtures/rpm/el-9.5-constructed.rpmdb.sqlite.gz'),
  );
  const layers = [
    Object.entries(await systemFiles()).map(([name, content]) => ({ name, content })),
    [
      { name: 'usr/lib/sysimage/rpm/rpmdb.sqlite', content: gunzipSync(database) },
      { name: 'var/lib/rpm/Packages', content: 'a database of before' },
      { name: 'etc/os-release', content: 'ID="almalinux"\nVERSION_ID="9.5"\n' },
    ],
  ];
  const parts = layers.map((files, at) => ({ name: `${at}.tar`, content: tarOf(files) }));
  const manifest = JSON.stringify([{ Layers: parts.map(({ name }) => name) }]);
  await writeFile(path.join(folder, 'image.tar'), tarOf([...parts, { name: 'manifest.json', content: manifest }]));

  const read = await readImage('image.tar', { folder, signal, each: () => {} });

  const found = purls(read);
  expect(found.filter((purl) => !purl.startsWith('pkg:rpm/'))).toEqual(EXPECTED);
  expect(found.filter((purl) => purl.startsWith('pkg:rpm/almalinux/')).length).toBeGreaterThan(5);
  expect(read.flatMap(({ path: file, reading }) => (reading.problem === null ? [] : [file]))).toEqual([]);
});

it('a project is read by its lockfiles alone, as before', async () => {
  const { findFiles } = await import('../find-files.ts');
  const { files } = await findFiles(path.join(folder, 'root'), ['srv', 'opt'], signal);

  expect(files).toEqual(['srv/app/package-lock.json']);
});
