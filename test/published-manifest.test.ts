import { describe, expect, it } from 'vitest';
import { publishedPackages, readManifest } from '../scripts/release/packages.ts';
import { publishedManifest, repositoryPage } from '../scripts/release/published-manifest.ts';

const manifest = {
  name: '@almanac/core',
  version: '1.2.3',
  files: ['dist'],
  scripts: { test: 'vitest' },
  devDependencies: { vitest: '5' },
  exports: {
    '.': { '@almanac/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  },
};

describe('a manifest as it is published', () => {
  it('has neither scripts nor tools for development, and no path to the sources', () => {
    expect(publishedManifest(manifest, 'packages/core', null)).toEqual({
      name: '@almanac/core',
      version: '1.2.3',
      files: ['dist'],
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './package.json': './package.json',
      },
    });
  });

  it('says where it is from', () => {
    expect(publishedManifest(manifest, 'packages/core', 'https://git.example/a/b')).toMatchObject({
      repository: { type: 'git', url: 'git+https://git.example/a/b.git', directory: 'packages/core' },
      homepage: 'https://git.example/a/b/tree/HEAD/packages/core#readme',
      bugs: 'https://git.example/a/b/issues',
    });
  });
});

it.each([
  ['https://git.example/owner/name.git', 'https://git.example/owner/name'],
  ['https://git.example/owner/name\n', 'https://git.example/owner/name'],
  ['https://user:secret@git.example/owner/name', 'https://git.example/owner/name'],
  ['git@git.example:owner/name.git', 'https://git.example/owner/name'],
  ['ssh://git@git.example:2222/owner/name.git', 'https://git.example/owner/name'],
  ['https://git.example/group/sub/name/', 'https://git.example/group/sub/name'],
  ['/srv/git/name.git', null],
  ['../name', null],
  ['', null],
])('the page of %j is %j', (remote, page) => {
  expect(repositoryPage(remote)).toBe(page);
});

it('every package that is published comes after those that it imports, at the same version as all', () => {
  const packages = publishedPackages().map(({ manifest }) => manifest);
  const { version } = readManifest('.');

  expect(packages.map(({ name }) => name)).toEqual(
    ['core', 'contract', 'client', 'offline', 'cli', 'mcp'].map((name) => `@almanac/${name}`),
  );
  for (const [index, { dependencies = {} }] of packages.entries()) {
    const before = packages.slice(0, index).map(({ name }) => name);
    const ours = Object.entries(dependencies as Record<string, string>).filter(([name]) =>
      name.startsWith('@almanac/'),
    );
    expect(before).toEqual(expect.arrayContaining(ours.map(([name]) => name)));
    expect(new Set([version, packages[index]?.version, ...ours.map(([, range]) => range)])).toEqual(new Set([version]));
  }
});
