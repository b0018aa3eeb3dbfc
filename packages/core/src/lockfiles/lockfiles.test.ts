import { describe, expect, it } from 'vitest';
import { linesRead } from '../../test/lockfile-lines.ts';
import { readLockfile } from './read.ts';

describe('Cargo.lock', () => {
  it('takes what the crates of the workspace depend on as asked for', () => {
    const text = `version = 4

[[package]]
name = "a"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
dependencies = ["b 2.0.0"]

[[package]]
name = "b"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "b"
version = "2.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "c"
version = "0.1.0"
source = "git+https://example.org/c.git?branch=main#0123abc"

[[package]]
name = "shop"
version = "0.1.0"
dependencies = ["a", "b 1.0.0", "c"]

[[package]]
version = "1.0.0"

[[patch.unused]]
name = "d"
version = "1.0.0"
`;

    expect(linesRead('Cargo.lock', text)).toEqual([
      'pkg:cargo/a@1.0.0 | true | null | line 3',
      'pkg:cargo/b@1.0.0 | true | null | line 9',
      'pkg:cargo/b@2.0.0 | false | null | line 14',
      'pkg:cargo/c@0.1.0?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fc.git%400123abc | true | null | line 19',
      '- null | line 29 | the entry has no name',
      '- shop | line 24 | a crate of this project, or of a folder beside it',
      '- d | /patch/unused/0 | a patch that nothing in the file uses',
    ]);
  });

  it('reads version 1, which keeps the root apart and names the source of each dependency', () => {
    const text = `[root]
name = "shop"
version = "0.1.0"
dependencies = [
 "a 1.0.0 (registry+https://github.com/rust-lang/crates.io-index)",
 "c 0.1.0 (git+https://example.org/c.git)",
]

[[package]]
name = "a"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "c"
version = "0.1.0"
source = "git+https://example.org/c.git#0123abc"

[metadata]
"checksum a 1.0.0 (registry+https://github.com/rust-lang/crates.io-index)" = "00"
`;

    expect(readLockfile('Cargo.lock', text).lockfile?.format).toBe('v1');
    expect(linesRead('Cargo.lock', text).map((line) => line.split(' | ').slice(0, 2).join(' '))).toEqual([
      'pkg:cargo/a@1.0.0 true',
      'pkg:cargo/c@0.1.0?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fc.git%400123abc true',
      '- shop line 1',
    ]);
  });

  it.each([
    ['a = ', '! The file is not valid TOML: '],
    ['version = 4', '! Not a Cargo.lock file: "[[package]]" and "[root]" are missing.'],
  ])('refuses %j', (text, problem) => {
    expect(linesRead('Cargo.lock', text)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('go.sum', () => {
  it('leaves out versions of which only the go.mod was read', () => {
    const text = `example.org/a v1.0.0/go.mod h1:AA=
example.org/b v0.0.0-20200101000000-0123456789ab h1:BB=
example.org/b v0.0.0-20200101000000-0123456789ab/go.mod h1:BB=
github.com/BurntSushi/toml v1.0.0+incompatible h1:CC=

nonsense
`;

    expect(linesRead('backend/go.sum', text)).toEqual([
      'pkg:golang/example.org/b@v0.0.0-20200101000000-0123456789ab | null | null | line 2',
      'pkg:golang/github.com/BurntSushi/toml@v1.0.0%2Bincompatible | null | null | line 4',
      '- null | line 6 | the line is not "module version h1:hash": "nonsense"',
      '- example.org/a@v1.0.0 | line 1 | only its go.mod was read to choose versions; its code is not in the build',
    ]);
  });

  it('refuses what has no line of its kind, and takes an empty file as it is', () => {
    expect(linesRead('go.sum', '<html>\n</html>')).toEqual([
      '! Not a go.sum file: no line has the form "module version h1:hash".',
    ]);
    expect(linesRead('go.work.sum', '')).toEqual([]);
  });
});

describe('requirements.txt', () => {
  it.each([
    ['Django==5.2', 'pkg:pypi/django@5.2'],
    ['ruamel.yaml_clib == 0.2.8', 'pkg:pypi/ruamel-yaml-clib@0.2.8'],
    ['a[x, y]===1.0 ; python_version < "3.9" and "==2" != \'1\'', 'pkg:pypi/a@1.0'],
    ['a==1.0+cu118 --hash=sha256:00 --hash=sha256:11', 'pkg:pypi/a@1.0%2Bcu118'],
    ['a >=1,<2,==1.5', 'pkg:pypi/a@1.5'],
    ['a (==1.0)', 'pkg:pypi/a@1.0'],
    ['a', 'pkg:pypi/a'],
    ['a>=1.0', 'pkg:pypi/a'],
    ['a==1.*', 'pkg:pypi/a'],
    ['a==1.0,==2.0', 'pkg:pypi/a'],
    ['a==1.0 # a comment', 'pkg:pypi/a@1.0'],
    ['a==1\\\n.0', 'pkg:pypi/a@1.0'],
    ['a \\\n  ==1.0 \\\n  --hash=sha256:00', 'pkg:pypi/a@1.0'],
    ['a @ git+https://example.org/a.git@v1', 'pkg:pypi/a?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fa.git%40v1'],
    ['a @ https://example.org/a.zip ; os_name == "nt"', 'pkg:pypi/a?download_url=https:%2F%2Fexample.org%2Fa.zip'],
    [
      'git+https://example.org/a.git@v1#egg=a[x]&subdirectory=b',
      'pkg:pypi/a?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fa.git%40v1',
    ],
    ['-e git+ssh://git@example.org/a.git#egg=a', 'pkg:pypi/a?vcs_url=git%2Bssh:%2F%2Fgit%40example.org%2Fa.git'],
    ['./wheels/a-1.0-py3-none-any.whl', 'pkg:pypi/a@1.0'],
    [
      'https://example.org/a-1.0-py3-none-any.whl#sha256=00',
      'pkg:pypi/a@1.0?download_url=https:%2F%2Fexample.org%2Fa-1.0-py3-none-any.whl',
    ],
    ['-r other.txt', '- other.txt'],
    ['--requirement=other.txt', '- other.txt'],
    ['-c constraints.txt', '- constraints.txt'],
    ['-e .', '- null'],
    ['--index-url https://example.org/simple', undefined],
    ['--only-binary :all:', undefined],
    ['https://example.org/a.zip', '! Not a requirements.txt file: no line is a requirement.'],
    ['-x', '! Not a requirements.txt file: no line is a requirement.'],
    ['a b', '! Not a requirements.txt file: no line is a requirement.'],
  ])('%j', (line, expected) => {
    const [first] = linesRead('requirements.txt', `${line}\n`);

    expect(first?.split(' | ')[0]).toBe(expected);
  });

  it('learns from the comments of pip-compile and uv who asks', () => {
    const text = `# autogenerated
a==1.0 \\
    --hash=sha256:00
    # via -r requirements.in
b==1.0
    # via
    #   a
    #   shop (pyproject.toml)
c==1.0  # via a
d==1.0
    # via -c constraints.txt
    # a remark
e==1.0
zope.interface==1.0
    # via
    #   -c constraints.txt
    #   zope.event
-r other.txt
what is this
`;

    expect(linesRead('requirements-dev.txt', text)).toEqual([
      'pkg:pypi/a@1.0 | true | null | line 2',
      'pkg:pypi/b@1.0 | true | null | line 5',
      'pkg:pypi/c@1.0 | false | null | line 9',
      'pkg:pypi/d@1.0 | null | null | line 10',
      'pkg:pypi/e@1.0 | null | null | line 13',
      'pkg:pypi/zope-interface@1.0 | false | null | line 14',
      '- other.txt | line 18 | another requirements file, which is not read: pass it as well',
      '- null | line 19 | not a requirement: "what is this"',
    ]);
  });
});

describe('Gemfile.lock', () => {
  it('joins platforms, and takes what the gems of the project depend on as asked for', () => {
    const text = `GIT
  remote: https://example.org/tool.git
  revision: 0123abc
  specs:
    tool (1.0.0)
      rack

PATH
  remote: .
  specs:
    shop (0.1.0)
      rack (>= 2)

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.18.0)
      racc (~> 1.4)
    nokogiri (1.18.0-x86_64-linux-gnu)
      racc (~> 1.4)
    racc (1.8.0.pre1)
    rack (3.0.0)

PLATFORMS
  ruby
  x86_64-linux-gnu

DEPENDENCIES
  nokogiri (~> 1.18)
  shop!
  tool!

CHECKSUMS
  racc (1.8.0.pre1) sha256=00

BUNDLED WITH
   2.6.0
`;

    expect(linesRead('Gemfile.lock', text)).toEqual([
      'pkg:gem/tool@1.0.0?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Ftool.git%400123abc | true | null | line 5',
      'pkg:gem/nokogiri@1.18.0 | true | null | line 17',
      'pkg:gem/racc@1.8.0.pre1 | false | null | line 21',
      'pkg:gem/rack@3.0.0 | true | null | line 22',
      '- shop | line 11 | a gem of the folder ".", not a published one',
    ]);
  });

  it.each([
    ['  a (1.0)', '! Line 1 is outside every section of Gemfile.lock: "a (1.0)"'],
    ['<html>', '! Not a Gemfile.lock file: "GEM" and "DEPENDENCIES" are missing.'],
  ])('refuses %j', (text, problem) => {
    expect(linesRead('gems.locked', text)).toEqual([problem]);
  });
});

describe('flake.lock', () => {
  it('reads pinned inputs and follows those that follow others', () => {
    const text = JSON.stringify({
      nodes: {
        root: { inputs: { a: 'a', pkgs: ['a', 'nixpkgs'], lost: ['nowhere', 'x'] } },
        a: {
          inputs: { nixpkgs: 'nixpkgs_2', b: 'b' },
          locked: { type: 'github', owner: 'NixOS', repo: 'A', rev: '01' },
        },
        b: { locked: { type: 'gitlab', owner: 'o', repo: 'b', rev: '02', host: 'git.example.org' } },
        c: { locked: { type: 'git', url: 'https://user@example.org/x/c.git?ref=main', rev: '03' } },
        d: { locked: { type: 'git', url: 'ssh://git@github.com/O/d.git', rev: '04' } },
        e: { locked: { type: 'sourcehut', owner: '~o', repo: 'e', rev: '05' } },
        f: { locked: { type: 'path', path: './f' } },
        g: { locked: { type: 'git', url: 'file:///g', rev: '06' } },
        h: { original: { type: 'indirect', id: 'h' } },
        i: { locked: { type: 'hg', url: 'https://example.org/i', rev: '07' } },
        nixpkgs_2: { locked: { type: 'tarball', url: 'https://example.org/n.tar.xz', rev: '08' } },
      },
      root: 'root',
      version: 7,
    });

    const { lockfile } = readLockfile('flake.lock', text);

    expect(lockfile?.format).toBe('v7');
    expect(lockfile?.notes.some((note) => note.includes('Experimental'))).toBe(true);
    expect(linesRead('flake.lock', text)).toEqual([
      'pkg:github/nixos/a@01 | true | null | /nodes/a',
      'pkg:git/git.example.org/o/b@02 | false | null | /nodes/b',
      'pkg:git/example.org/x/c@03 | false | null | /nodes/c',
      'pkg:github/o/d@04 | false | null | /nodes/d',
      'pkg:git/git.sr.ht/~o/e@05 | false | null | /nodes/e',
      'pkg:generic/nixpkgs@08?download_url=https:%2F%2Fexample.org%2Fn.tar.xz | true | null | /nodes/nixpkgs_2',
      '- f | /nodes/f | the folder "./f"',
      '- g | /nodes/g | a repository at "file:///g", without a host',
      '- h | /nodes/h | it is not pinned',
      '- i | /nodes/i | a "hg" input',
    ]);
  });

  it.each<[string, object, object, string | null]>([
    [
      'a branch of nixpkgs',
      { type: 'github', owner: 'NixOS', repo: 'nixpkgs', rev: '0123456789abcdef' },
      { type: 'github', owner: 'nixos', repo: 'nixpkgs', ref: 'nixos-25.11' },
      'nixpkgs is the channel nixos-25.11 at 0123456789ab: ',
    ],
    [
      'an archive of a channel',
      { type: 'tarball', url: 'https://releases.nixos.org/nixos/unstable/x/nixexprs.tar.xz' },
      { type: 'tarball', url: 'https://channels.nixos.org/nixos-unstable/nixexprs.tar.xz' },
      'nixpkgs is the channel nixos-unstable: ',
    ],
    [
      'a branch that is no channel',
      { type: 'github', owner: 'NixOS', repo: 'nixpkgs', rev: '1' },
      { type: 'github', owner: 'NixOS', repo: 'nixpkgs', ref: 'master' },
      null,
    ],
    [
      'a channel of somebody else',
      { type: 'github', owner: 'ada', repo: 'nixpkgs', rev: '1' },
      { type: 'github', owner: 'ada', repo: 'nixpkgs', ref: 'nixos-25.11' },
      null,
    ],
  ])('names the channel of %s', (_what, locked, original, words) => {
    const nodes = { nixpkgs: { locked, original }, root: { inputs: { nixpkgs: 'nixpkgs' } } };

    const { lockfile } = readLockfile('flake.lock', JSON.stringify({ nodes, root: 'root', version: 7 }));

    const named = lockfile?.notes.filter((note) => note.includes('channel')) ?? [];
    expect(named).toEqual(words === null ? [] : [expect.stringContaining(words)]);
  });

  it('refuses what is no lock of a flake', () => {
    expect(linesRead('flake.lock', '{"nodes": {}}')).toEqual([
      '! Not a flake.lock file: "nodes" and "root" are missing.',
    ]);
  });
});
