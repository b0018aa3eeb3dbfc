import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRelease, SUMS, sha256, tarballOf } from '../scripts/release/listing.ts';

const EXPECTED = { version: '1.2.3', packages: ['@almanac/core', '@almanac/cli'], sboms: ['almanac-1.2.3.cdx.json'] };
const BOM = { bomFormat: 'CycloneDX', specVersion: '1.5', components: [{ name: 'zod' }] };
const HASH = /^[0-9a-f]{64}$/;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-listing-'));
  for (const name of EXPECTED.packages) pack({ name, version: '1.2.3' });
  write('almanac-1.2.3.cdx.json', JSON.stringify(BOM));
  sum();
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a complete release', () => {
  it('is listed with size, checksum and what each file is', () => {
    const { lines, problems } = listRelease(folder, EXPECTED);

    expect(problems).toEqual([]);
    const parts = lines.map((line) => line.trim().split(/ {2}/));
    expect(parts.map(([, , ...rest]) => rest)).toEqual([
      [SUMS, 'checksums'],
      ['almanac-1.2.3.cdx.json', 'CycloneDX 1.5, 1 components'],
      ['almanac-cli-1.2.3.tgz', '@almanac/cli@1.2.3, 3 files'],
      ['almanac-core-1.2.3.tgz', '@almanac/core@1.2.3, 3 files'],
    ]);
    for (const [size, hash] of parts) expect([Number(size) > 0, hash]).toEqual([true, expect.stringMatching(HASH)]);
  });

  it('may have an image, which does not run as root', () => {
    image('10001:10001');
    sum();

    const { lines, problems } = listRelease(folder, EXPECTED);

    expect(problems).toEqual([]);
    expect(lines.join('\n')).toContain('almanac-image-1.2.3.tar  image for linux/amd64, 2 layers, user 10001:10001');
  });
});

describe('a release is refused', () => {
  it.each<[string, () => void, string]>([
    ['without a package', () => remove('almanac-core-1.2.3.tgz'), 'almanac-core-1.2.3.tgz is missing'],
    ['without a bill of materials', () => remove('almanac-1.2.3.cdx.json'), 'almanac-1.2.3.cdx.json is missing'],
    ['without checksums', () => rmSync(path.join(folder, SUMS)), `${SUMS} is missing`],
    ['with a package of another version', () => rename('1.2.2'), 'almanac-core-1.2.3.tgz: it is @almanac/core@1.2.2'],
    [
      'with a package without its licence',
      () => pack({ name: '@almanac/core', version: '1.2.3' }, ['README.md']),
      'almanac-core-1.2.3.tgz: it lacks package/LICENSE',
    ],
    [
      'with an empty bill of materials',
      () => write('almanac-1.2.3.cdx.json', JSON.stringify({ ...BOM, components: [] })),
      'almanac-1.2.3.cdx.json: it has no components',
    ],
    ['with an image of root', () => image(''), 'almanac-image-1.2.3.tar: it runs as root'],
  ])('%s', (_name, spoil, problem) => {
    spoil();
    if (problem !== `${SUMS} is missing`) sum();

    expect(listRelease(folder, EXPECTED).problems).toContain(problem);
  });

  it('with a file that was changed after it was summed, added, or lost', () => {
    write('almanac-1.2.3.cdx.json', JSON.stringify({ ...BOM, specVersion: '1.6' }));
    write('more.txt', 'more');
    rmSync(path.join(folder, 'almanac-cli-1.2.3.tgz'));

    expect(listRelease(folder, EXPECTED).problems).toEqual([
      'almanac-cli-1.2.3.tgz is missing',
      `almanac-1.2.3.cdx.json has another checksum in ${SUMS}`,
      `more.txt has another checksum in ${SUMS}`,
      `${SUMS} names almanac-cli-1.2.3.tgz, which is missing`,
    ]);
  });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function remove(file: string): void {
  rmSync(path.join(folder, file));
}

function rename(version: string): void {
  pack({ name: '@almanac/core', version }, undefined, '1.2.3');
}

/** As `npm pack` does: everything is in a folder `package`. */
function pack(
  manifest: { readonly name: string; readonly version: string },
  others: readonly string[] = ['LICENSE', 'README.md'],
  version = manifest.version,
): void {
  write('package/package.json', JSON.stringify(manifest));
  for (const file of others) write(`package/${file}`, file);
  const target = path.join(folder, tarballOf(manifest.name, version));
  execFileSync('tar', [
    '-czf',
    target,
    '-C',
    folder,
    'package/package.json',
    ...others.map((file) => `package/${file}`),
  ]);
  rmSync(path.join(folder, 'package'), { recursive: true });
}

/** The files of an OCI archive that say what an image is. */
function image(user: string): void {
  const config = { architecture: 'amd64', os: 'linux', config: { User: user }, rootfs: { diff_ids: ['a', 'b'] } };
  write('blobs/sha256/config', JSON.stringify(config));
  write('blobs/sha256/manifest', JSON.stringify({ config: { digest: 'sha256:config' } }));
  write('index.json', JSON.stringify({ manifests: [{ digest: 'sha256:manifest' }] }));
  execFileSync('tar', ['-cf', path.join(folder, 'almanac-image-1.2.3.tar'), '-C', folder, 'blobs', 'index.json']);
  for (const each of ['blobs', 'index.json']) rmSync(path.join(folder, each), { recursive: true });
}

function sum(): void {
  rmSync(path.join(folder, SUMS), { force: true });
  const sums = readdirSync(folder).map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
  write(SUMS, sums.join(''));
}
