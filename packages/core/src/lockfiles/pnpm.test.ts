import { describe, expect, it } from 'vitest';
import { linesRead } from '../../test/lockfile-lines.ts';

describe('pnpm-lock.yaml', () => {
  it('reads version 9 and follows what the projects depend on', () => {
    const text = `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      '@s/a':
        specifier: ^1.0.0
        version: 1.10(b@2.0.0)
      alias:
        specifier: npm:real@^3.0.0
        version: real@3.0.0
      git:
        specifier: github:o/git
        version: https://codeload.github.com/o/git/tar.gz/0123abc
      web:
        specifier: workspace:*
        version: link:apps/web
    devDependencies:
      c:
        specifier: 4.0.0
        version: 4.0.0

packages:

  '@s/a@1.10':
    resolution: {integrity: sha512-a}
    peerDependencies:
      b: '*'

  b@2.0.0:
    resolution: {integrity: sha512-b}

  c@4.0.0:
    resolution: {integrity: sha512-c}

  d@5.0.0:
    resolution: {integrity: sha512-d}

  e@file:vendor/e:
    resolution: {directory: vendor/e, type: directory}

  f@git+https://example.org/f.git#0123abc:
    resolution: {commit: 0123abc, repo: https://example.org/f.git, type: git}
    version: 6.0.0

  git@https://codeload.github.com/o/git/tar.gz/0123abc:
    resolution: {tarball: https://codeload.github.com/o/git/tar.gz/0123abc}
    version: 0.1.0

  real@3.0.0:
    resolution: {integrity: sha512-r}

snapshots:

  '@s/a@1.10(b@2.0.0)':
    dependencies:
      b: 2.0.0

  b@2.0.0: {}

  c@4.0.0:
    dependencies:
      b: 2.0.0
      d: 5.0.0

  d@5.0.0: {}
`;

    expect(linesRead('pnpm-lock.yaml', text)).toEqual([
      'pkg:npm/%40s/a@1.10 | true | false | line 26',
      'pkg:npm/b@2.0.0 | false | false | line 31',
      'pkg:npm/c@4.0.0 | true | true | line 34',
      'pkg:npm/d@5.0.0 | false | true | line 37',
      'pkg:npm/f@6.0.0?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Ff.git%400123abc | false | null | line 43',
      'pkg:npm/git@0.1.0?download_url=https:%2F%2Fcodeload.github.com%2Fo%2Fgit%2Ftar.gz%2F0123abc | true | false | line 47',
      'pkg:npm/real@3.0.0 | true | false | line 51',
      '- web | /importers/./dependencies/web | a link to the folder "apps/web" of this project',
      '- e | line 40 | a copy of the folder "vendor/e", not a published package',
    ]);
  });

  it('reads version 6, where entries say what serves development', () => {
    const text = `lockfileVersion: '6.0'

dependencies:
  '@s/a':
    specifier: ^1.0.0
    version: 1.0.0(b@2.0.0)
  alias:
    specifier: npm:real@3
    version: /real@3.0.0

packages:

  /@s/a@1.0.0(b@2.0.0):
    resolution: {integrity: sha512-a}
    dev: false

  /b@2.0.0:
    resolution: {integrity: sha512-b}
    dev: true

  /real@3.0.0:
    resolution: {integrity: sha512-r}

  github.com/o/git/0123abc:
    resolution: {tarball: https://codeload.github.com/o/git/tar.gz/0123abc}
    name: git
    version: 0.1.0
    dev: false
`;

    expect(linesRead('pnpm-lock.yaml', text)).toEqual([
      'pkg:npm/%40s/a@1.0.0 | true | false | line 13',
      'pkg:npm/b@2.0.0 | false | true | line 17',
      'pkg:npm/real@3.0.0 | true | false | line 21',
      'pkg:npm/git@0.1.0?download_url=https:%2F%2Fcodeload.github.com%2Fo%2Fgit%2Ftar.gz%2F0123abc | false | false | line 24',
    ]);
  });

  it('reads version 5, where keys are paths', () => {
    const text = `lockfileVersion: 5.4
specifiers:
  '@s/a': ^1.0.0
dependencies:
  '@s/a': 1.0.0_b@2.0.0
packages:
  /@s/a/1.0.0_b@2.0.0:
    resolution: {integrity: sha512-a}
    dev: false
  /b_c/2.0.0:
    resolution: {integrity: sha512-b}
    dev: true
`;

    expect(linesRead('pnpm-lock.yaml', text)).toEqual([
      'pkg:npm/%40s/a@1.0.0 | true | false | line 7',
      'pkg:npm/b_c@2.0.0 | false | true | line 10',
    ]);
  });

  it('reads both documents where pnpm locks its own plugins before the projects', () => {
    const document = (name: string, group: string) => `lockfileVersion: '9.0'
importers:
  .:
    ${group}:
      ${name}: {specifier: 1.0.0, version: 1.0.0}
packages:
  ${name}@1.0.0:
    resolution: {integrity: sha512-x}
`;
    const text = `---\n${document('plugin', 'configDependencies')}---\n${document('a', 'dependencies')}`;

    expect(linesRead('pnpm-lock.yaml', text)).toEqual([
      'pkg:npm/plugin@1.0.0 | true | true | /packages/plugin@1.0.0',
      'pkg:npm/a@1.0.0 | true | false | /packages/a@1.0.0',
    ]);
  });

  it.each([
    ['a: [', '! The file is not YAML as lockfiles use it: '],
    ['a: 1', '! Not a pnpm-lock.yaml file: "lockfileVersion" is missing.'],
    ['lockfileVersion: 10.0', '! pnpm-lock.yaml version "10.0" is not supported; use 5, 6 or 9.'],
    ['lockfileVersion: &a 9.0\npackages: *a', '! The file is not YAML as lockfiles use it: '],
  ])('refuses %j', (text, problem) => {
    expect(linesRead('pnpm-lock.yaml', text)).toEqual([expect.stringContaining(problem)]);
  });
});
