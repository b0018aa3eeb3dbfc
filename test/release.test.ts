import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notesOf, readChangeset, releasedChangelog } from '../scripts/release/changelog.ts';
import { type Lockfile, lockfileFor, productionLockfile, REMOVED, unhashed } from '../scripts/release/lockfile.ts';
import { sbomOf } from '../scripts/release/sbom.ts';
import { ROOT, readPage } from './docs-pages.ts';
import { copyRepository } from './quick-start-copy.ts';
import { terminalEnvironment } from './quick-start-shell.ts';

describe('a changeset', () => {
  it('is read with its packages and its text', () => {
    const { packages, summary } = readChangeset(`---\n'@almanac/core': minor\n"@almanac/cli": patch\n---\n\nMore.\n`);

    expect([...packages, summary]).toEqual([['@almanac/core', 'minor'], ['@almanac/cli', 'patch'], 'More.']);
  });

  it('without packages is refused', () => {
    expect(() => readChangeset('More.\n')).toThrow('A changeset begins with packages');
  });
});

describe('the changelog', () => {
  const release = { version: '1.1.0', date: '2027-01-02', summaries: ['One.', 'Two\nlines.'] };
  const items = '- One.\n- Two\n  lines.\n';

  it.each([
    ['is empty', '', ''],
    ['has lines', '\n- Zero.\n', '- Zero.\n'],
  ])('gets a heading with the changesets where Unreleased %s', (_name, unreleased, kept) => {
    const before = `# Changelog\n\n## Unreleased\n${unreleased}`;

    const now = releasedChangelog(before, release);

    expect(now).toBe(`# Changelog\n\n## Unreleased\n\n## 1.1.0, 2027-01-02\n\n${kept}${items}`);
  });

  it('keeps the versions before', () => {
    const before = '# Changelog\n\n## Unreleased\n\n## 1.0.0, 2026-12-01\n\n- First.\n';

    const now = releasedChangelog(before, release);

    expect(now).toBe(
      `# Changelog\n\n## Unreleased\n\n## 1.1.0, 2027-01-02\n\n${items}\n## 1.0.0, 2026-12-01\n\n- First.\n`,
    );
    expect([notesOf(now, '1.1.0'), notesOf(now, '1.0.0'), notesOf(now, '0.9.0')]).toEqual([
      items.trim(),
      '- First.',
      null,
    ]);
  });

  it('without the heading is refused', () => {
    expect(() => releasedChangelog('# Changelog\n', release)).toThrow('## Unreleased');
  });
});

describe('the lockfile', () => {
  const lock: Lockfile = {
    name: 'almanac',
    version: '1.0.0',
    packages: {
      '': { version: '1.0.0', devDependencies: { vitest: '5' } },
      'packages/cli': { version: '1.0.0', dependencies: { '@almanac/core': '1.0.0', zod: '^4' } },
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/vitest': { version: '5', dev: true },
    },
  };

  it('takes over the versions of the manifests', () => {
    const dependencies = { '@almanac/core': '1.1.0', zod: '^4' };
    const manifests = new Map([
      ['', { name: 'almanac', version: '1.1.0', devDependencies: { vitest: '5' } }],
      ['packages/cli', { name: '@almanac/cli', version: '1.1.0', dependencies }],
    ]);

    const now = lockfileFor(lock, manifests);

    expect(now).toMatchObject({ version: '1.1.0', packages: { 'packages/cli': { version: '1.1.0', dependencies } } });
    expect(now.packages['node_modules/zod']).toBe(lock.packages['node_modules/zod']);
  });

  it('without tools for development names none', () => {
    expect(JSON.stringify(productionLockfile(lock))).not.toContain('vitest');
    expect(Object.keys(productionLockfile(lock).packages)).toEqual(['', 'packages/cli', 'node_modules/zod']);
  });

  it('names the packages without a hash', () => {
    const packages = {
      'packages/cli': { version: '1.0.0' },
      'node_modules/@almanac/cli': { link: true, resolved: 'packages/cli' },
      'node_modules/zod': { version: '4.6.7', integrity: 'sha512-x' },
      'node_modules/a/node_modules/@b/c': { version: '1.2.3' },
      'node_modules/alias': { name: 'd', version: '4.5.6' },
    };

    expect(unhashed({ packages })).toEqual([
      { place: 'node_modules/a/node_modules/@b/c', name: '@b/c', version: '1.2.3' },
      { place: 'node_modules/alias', name: 'd', version: '4.5.6' },
    ]);
  });

  it('of the repository has a hash for all but the tools of other platforms, and names no registry', () => {
    const { packages } = JSON.parse(readPage('package-lock.json')) as Lockfile;

    const others = unhashed({ packages }).map(({ place }) => [place, packages[place]] as const);

    expect(others.filter(([, entry]) => entry?.dev !== true || entry.optional !== true)).toEqual([]);
    expect(others.filter(([, entry]) => entry?.['os'] === undefined && entry?.['cpu'] === undefined)).toEqual([]);
    expect(Object.values(packages).filter(({ link, resolved }) => link !== true && resolved !== undefined)).toEqual([]);
  });
});

describe('the bill of materials', () => {
  interface Bom {
    readonly specVersion: string;
    readonly metadata: { readonly component: { readonly name: string } };
    readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
  }
  const lock = JSON.parse(readPage('package-lock.json')) as Lockfile;

  /** Everything that a workspace needs, by the lockfile alone. */
  function needed(folder: string, found = new Set<string>()): Set<string> {
    for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {})) {
      const place = placeOf(folder, name);
      const entry = lock.packages[place];
      const real = typeof entry?.['resolved'] === 'string' && entry['link'] === true ? entry['resolved'] : place;
      if (found.has(real)) continue;
      found.add(real);
      needed(real, found);
    }
    return found;
  }
  function placeOf(from: string, name: string): string {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
      const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (lock.packages[place] !== undefined) return place;
      if (at.startsWith('packages/') && !at.includes('node_modules/')) return `node_modules/${name}`;
      if (at === '') throw new Error(`${name} is not locked`);
    }
  }

  it('leaves out what the image does', () => {
    expect(readPage('Dockerfile')).toContain(`rm -rf ${REMOVED.join(' ')}\n`);
  });

  it.each([
    ['the packages', ['core', 'contract', 'client', 'cli', 'mcp'], 10],
    ['the image', ['server'], 80],
  ])('of %s names all that they need, and no tool', (_name, names, least) => {
    const bom = JSON.parse(sbomOf(names.map((name) => `@almanac/${name}`))) as Bom;

    const listed = new Set(bom.components.map(({ purl }) => purl.replace('pkg:npm/', '').replace('%40', '@')));
    const wanted = names
      .flatMap((name) => [...needed(`packages/${name}`)])
      .filter((place) => place.includes('node_modules/'))
      .map((place) => `${place.split('node_modules/').at(-1)}@${lock.packages[place]?.version}`);

    expect(wanted.filter((each) => !listed.has(each))).toEqual([]);
    expect(new Set(wanted).size).toBeGreaterThan(least);
    expect([...listed].filter((each) => /^(?:vitest|typescript|oxlint|knip)@/.test(each))).toEqual([]);
    expect([bom.specVersion, bom.metadata.component.name]).toEqual(['1.5', 'almanac']);
  });
});

describe('npm run release:prepare, on a copy', () => {
  const before = (JSON.parse(readPage('package.json')) as { version: string }).version;
  const [major, minor] = before.split('.').map(Number);
  const after = `${major}.${Number(minor) + 1}.0`;
  let folder: string;
  let said: string;
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const prepare = () =>
    execFileSync(process.execPath, ['scripts/release/prepare.ts'], {
      cwd: folder,
      env: terminalEnvironment(),
      encoding: 'utf8',
      stdio: 'pipe',
    });
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'almanac-release-'));
    copyRepository(folder);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, '.git/info/exclude'), 'node_modules\n');
    said = prepare();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives every package the same version, in its own manifest, in those of others and in the lockfile', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const versions = ['.', ...workspaces].flatMap((place) => {
      const { version, dependencies = {} } = JSON.parse(read(`${place}/package.json`));
      const ours = Object.entries(dependencies).filter(([name]) => name.startsWith('@almanac/'));
      return ours.map(([, range]) => range).concat(version);
    });
    const { version, packages } = JSON.parse(read('package-lock.json')) as Lockfile;

    expect(new Set(versions)).toEqual(new Set([after]));
    expect([version, packages['']?.version, packages['packages/cli']?.version]).toEqual([after, after, after]);
    expect(packages['packages/cli']?.dependencies?.['@almanac/core']).toBe(after);
    expect(said).toContain(`git tag --sign v${after}`);
  });

  it('writes one changelog from the changesets, which are gone', () => {
    const changed = execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' }).split('\n');

    expect(changed.filter((line) => /CHANGELOG/.test(line))).toEqual([' M CHANGELOG.md']);
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`\\n## Unreleased\\n\\n## ${after}, \\d{4}-\\d\\d-\\d\\d\\n\\n- `));
    expect(notesOf(read('CHANGELOG.md'), after)).toContain('The packages can be installed');
    expect(changed.filter((line) => line.includes('.changeset/')).every((line) => line.startsWith(' D'))).toBe(true);
  });

  it('brings the description of the API and the samples for pipelines along', () => {
    expect(JSON.parse(read('openapi.json')).info.version).toBe(after);
    expect(read('packages/contract/released/openapi.json')).toBe(read('openapi.json'));
    for (const file of ['action.yml', 'templates/almanac-scan.yml', '.pre-commit-hooks.yaml']) {
      expect(read(file)).toContain(after);
      expect(read(file)).not.toContain(before);
    }
  });

  it('refuses a second time: nothing is left to release', () => {
    expect(prepare).toThrow('There is no changeset');
  });
});
