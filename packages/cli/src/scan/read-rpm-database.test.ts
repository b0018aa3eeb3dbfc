import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { purlQuestion, readScannedFile, type ScannedReading } from '@almanac/core/scan';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findInRoot } from './find-in-root.ts';
import { readFiles } from './read-files.ts';
import { readRpmFile } from './read-rpm-database.ts';

/*
 * The root was constructed: packages without files were built with rpmbuild 4.18.0 and installed with `rpm --root <root> --nodeps -i`, and
 * the database is the one that rpm wrote. Names, epochs and source packages follow Enterprise Linux 9; versions were not compared with
 * its index, and the module label is made up. It was scanned with the os-release of Rocky Linux, whose records name source packages, and of
 * AlmaLinux, whose records name packages. How the tools were run and what the fixtures keep is written in
 * packages/core/test/system/system-sboms.test.ts.
 */
const FIXTURES = path.join(import.meta.dirname, '../../test/fixtures/rpm');
const DATABASE = 'var/lib/rpm/rpmdb.sqlite';
const SYSTEM = { namespace: 'almalinux', distro: 'almalinux-9.5' };

let folder: string;
let database: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-rpm-test-'));
  database = gunzipSync(await readFile(path.join(FIXTURES, 'el-9.5-constructed.rpmdb.sqlite.gz')));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeRoot(name: string, id: string, file = DATABASE): Promise<void> {
  const root = path.join(folder, name);
  await mkdir(path.join(root, 'etc'), { recursive: true });
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, 'etc/os-release'), `ID="${id}"\nVERSION_ID="9.5"\n`);
  await writeFile(path.join(root, file), database);
}

async function readRoot(name: string): Promise<ScannedReading> {
  const [file, ...others] = await readFiles(
    folder,
    await findInRoot(folder, name, new AbortController().signal),
    () => {},
  );
  if (file === undefined || others.length > 0) throw new Error('not one file');
  return file.reading;
}

/** Lists what a file asks about: the name in records, its version, and the gaps. */
function listQuestions({ file, problem }: ScannedReading): readonly string[] {
  if (file === null) throw new Error(problem);
  const questions = file.entries.map(({ component, ask }) => {
    const { question } = purlQuestion(ask ?? '');
    if (question === null) return `${component.name}: no question`;
    return [question.ecosystem, question.package, question.version, ...(question.gaps ?? [])].join(' ');
  });
  return [...new Set(questions)].sort();
}

const ROCKY = [
  'Rocky Linux:9 bash 5.1.8-9.el9',
  'Rocky Linux:9 bind 32:9.16.23-24.el9_5',
  'Rocky Linux:9 glibc 2.34-125.el9_5.1',
  'Rocky Linux:9 nodejs 1:20.18.2-1.module+el9.5.0+30000+bf2f5a4b',
  'Rocky Linux:9 openssl 1:3.2.2-6.el9_5',
  'Rocky Linux:9 python3.9 3.9.21-1.el9_5',
];
const ALMALINUX = [
  'AlmaLinux:9 bash 5.1.8-9.el9',
  'AlmaLinux:9 bind-libs 32:9.16.23-24.el9_5',
  'AlmaLinux:9 bind-license 32:9.16.23-24.el9_5',
  'AlmaLinux:9 glibc 2.34-125.el9_5.1',
  'AlmaLinux:9 glibc-common 2.34-125.el9_5.1',
  'AlmaLinux:9 glibc-minimal-langpack 2.34-125.el9_5.1',
  'AlmaLinux:9 nodejs 1:20.18.2-1.module+el9.5.0+30000+bf2f5a4b',
  'AlmaLinux:9 openssl-libs 1:3.2.2-6.el9_5',
  'AlmaLinux:9 python3-libs 3.9.21-1.el9_5',
];

it.each([
  ['rocky', DATABASE, ROCKY],
  ['almalinux', DATABASE, ALMALINUX],
  ['rocky', 'usr/lib/sysimage/rpm/rpmdb.sqlite', ROCKY],
])('the packages of %s are read from %s', async (id, file, questions) => {
  await writeRoot('root', id, file);

  expect(listQuestions(await readRoot('root'))).toEqual(questions);
  await rm(path.join(folder, 'root'), { recursive: true });
});

const TOOLS = ['syft-1.50.0.cdx', 'syft-1.50.0.spdx', 'trivy-cdxgen-0.68.2.cdx', 'cdxgen-12.8.4.cdx'];

it.each(
  TOOLS.flatMap((tool) => [
    [`rocky-9.5-constructed.${tool}.json`, ROCKY] as const,
    [`almalinux-9.5-constructed.${tool}.json`, ALMALINUX] as const,
  ]),
)('%s asks about the packages that the database lists', async (file, questions) => {
  const text = await readFile(path.join(FIXTURES, file), 'utf8');

  expect(listQuestions(readScannedFile('sbom.json', text))).toEqual(questions);
});

it('a package URL has the epoch, the source package and the module', async () => {
  await writeRoot('module', 'almalinux');
  const { file } = await readRoot('module');

  expect(file?.kind).toBe('rpmdb.sqlite');
  expect(file?.entries.map(({ ask }) => ask)).toContain(
    'pkg:rpm/almalinux/nodejs@20.18.2-1.module%2Bel9.5.0%2B30000%2Bbf2f5a4b?arch=x86_64&distro=almalinux-9.5&epoch=1&rpmmod=nodejs:20:9050020250203123456:rhel9&upstream=nodejs-20.18.2-1.module%2Bel9.5.0%2B30000%2Bbf2f5a4b.src.rpm',
  );
});

it('changes that are only in the log of the database are read, and nothing is written beside it', async () => {
  await writeRoot('log', 'almalinux');
  await writeRoot('link', 'almalinux');
  const file = path.join(folder, 'log', DATABASE);
  const linked = path.join(folder, 'link', DATABASE);
  const writer = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    writer.exec('pragma wal_autocheckpoint = 0; delete from Packages where hnum > 1');
    const before = await readdir(path.dirname(file));
    await symlink(`${file}-wal`, `${linked}-wal`);

    expect(listQuestions(await readRpmFile(file, SYSTEM))).toHaveLength(1);
    expect((await readFile(file)).equals(database)).toBe(true);
    expect(await readdir(path.dirname(file))).toEqual(before);
    // A log may lead out of the root: it is not followed.
    expect(listQuestions(await readRpmFile(linked, SYSTEM))).toEqual(ALMALINUX);
  } finally {
    writer.close();
  }
});

function createDatabase(name: string, sql: string): string {
  const file = path.join(folder, name);
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
  return file;
}

const TABLE = "create table 'Packages' (hnum INTEGER PRIMARY KEY AUTOINCREMENT,blob BLOB NOT NULL);";

it.each([
  ['a view', 'create view Packages as select 1 as hnum, zeroblob(9) as blob'],
  [
    'a computed column',
    'create table Packages (hnum integer primary key, blob blob generated always as (zeroblob(1000000000)))',
  ],
  ['no table', 'create table Name (key text)'],
])('a database with %s in place of the table of rpm is refused', async (what, sql) => {
  const { problem } = await readRpmFile(createDatabase(`${what}.sqlite`, sql), SYSTEM);

  expect(problem).toMatch(/^not checked: .*it has no rpm packages table/);
});

it('a database that is too large is refused', async () => {
  const file = path.join(folder, 'large.sqlite');
  await writeFile(file, database);

  expect((await readRpmFile(file, SYSTEM, database.length - 1)).problem).toContain('it exceeds 237567 bytes');
});

it('a row that is no header, or has too many bytes, is named as not read', async () => {
  const rows =
    "insert into Packages values (1, 'text'), (2, x'00'), (3, zeroblob(67108865)), (9223372036854775807, x'00')";
  const { file } = await readRpmFile(createDatabase('rows.sqlite', TABLE + rows), SYSTEM);

  expect(file?.entries).toEqual([]);
  expect(file?.skipped.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
    'package 1: the package cannot be parsed: its header is too large or not binary',
    'package 2: the package cannot be parsed: the header is truncated',
    'package 3: the package cannot be parsed: its header is too large or not binary',
    'package 9223372036854775807: the package cannot be parsed: the header is truncated',
  ]);
});

it('a damaged database is read as far as it goes or refused, and never fails otherwise', async () => {
  const file = path.join(folder, 'damaged.sqlite');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(database.length - 1), fc.nat(255)), { minLength: 1, maxLength: 200 }),
      fc.nat(database.length),
      async (changes, length) => {
        const bytes = Buffer.from(database);
        for (const [at, value] of changes) bytes[at] = value;
        await writeFile(file, length % 3 === 0 ? bytes.subarray(0, length) : bytes);
        const { problem } = await readRpmFile(file, SYSTEM);

        if (problem !== null) expect(problem).toMatch(/^(?:not checked: |The file has more than )/);
      },
    ),
    { numRuns: 100 },
  );
});
