import { describe, expect, it } from 'vitest';
import { CRATE, GEM, GEM_VERSION, GO_MODULE, GO_VERSION, NPM_NAME, PEP440, PYTHON_NAME, SEMVER } from './spellings.ts';

/** What no shell and no tool may read as anything but a word. */
const HOSTILE = [
  '',
  '-g',
  '--index-url=x',
  '../x',
  './x',
  '/etc',
  'a b',
  'a\nb',
  'a;b',
  '$(id)',
  'a`b`',
  'a|b',
  "a'b",
  '"',
  '~',
];

describe.each<[string, RegExp, readonly string[], readonly string[]]>([
  [
    'npm names',
    NPM_NAME,
    ['left-pad', '@angular/core', '@a/b', 'x', '_', 'Base64', 'a.b~c', 'tgz', 'a.tgz.b', 'x'.repeat(214)],
    [
      '@a',
      '@/b',
      '@-a/b',
      'a/b',
      '@a/b/c',
      '.bin',
      'left-pad.tgz',
      'left-pad.tar',
      'left-pad.tar.gz',
      '@a/b.TGZ',
      '@a/',
      'x'.repeat(215),
      `@${'x'.repeat(102)}/b`,
    ],
  ],
  ['crates', CRATE, ['regex', 'proc-macro2', '_x', 'A', 'x'.repeat(64)], ['2x', 'a.b', 'a/b', 'x'.repeat(65)]],
  ['gems', GEM, ['nokogiri', 'a.b-c_d', '2x', '_x', 'x'.repeat(100)], ['.x', 'a/b', 'x'.repeat(101)]],
  [
    'Go modules',
    GO_MODULE,
    [
      'golang.org/x/net',
      'gopkg.in/yaml.v3',
      'example.org',
      'k8s.io/api',
      'a-b.example.org/x',
      'github.com/a/b~c+d',
      '1.example/_x',
      `e.org${'/x'.repeat(20)}`,
      `e${'.org'.repeat(8)}`,
    ],
    [
      'std',
      'all',
      'toolchain',
      'golang.org/',
      'golang.org//x',
      'golang.org/../x',
      '.org/x',
      'a..b/x',
      'golang.org/x/.hidden',
      '-a.org/x',
      `e.org${'/x'.repeat(21)}`,
      `e${'.org'.repeat(9)}`,
      `${'x'.repeat(64)}.org`,
      `e.org/${'x'.repeat(101)}`,
    ],
  ],
  [
    'Python names',
    PYTHON_NAME,
    ['requests', 'zope.interface', 'a', '2to3', 'A_b-C', 'x'.repeat(100)],
    ['requests/../x', '.a', 'a.', '_a', 'a-', 'x'.repeat(101)],
  ],
  [
    'Python versions',
    PEP440,
    ['1', '2.31.0', '1!2.0', '1.0rc1', '1.0+local-1', '1.0_1', `1${'0'.repeat(99)}`],
    ['v1', '.1', 'rc1', '1/0', `1${'0'.repeat(100)}`],
  ],
  [
    'gem versions',
    GEM_VERSION,
    ['1', '1.18.9', '1.0.0.rc-1', `1${'0'.repeat(99)}`],
    ['v1', '1+2', '1_0', '.1', `1${'0'.repeat(100)}`],
  ],
  [
    'SemVer',
    SEMVER,
    ['1.2.3', '0.0.0-0', '1.2.3-rc.1', '1.2.3+build.5', '1.2.3-rc.1+build', '100000000000000.0.0'],
    [
      '1.2',
      '1.2.3.4',
      'v1.2.3',
      '1.2.3-',
      '1.2.3+',
      '1.2.x',
      '1.2.3-rc_1',
      '1.2.3+a_b',
      '1000000000000000.0.0',
      '0.1000000000000000.0',
      '0.0.1000000000000000',
      `1.2.3-${'x'.repeat(81)}`,
      `1.2.3+${'x'.repeat(81)}`,
      'a1.2.3',
      '1..3',
    ],
  ],
  [
    'Go versions',
    GO_VERSION,
    ['v1.2.3', '1.2.3', 'v0.0.0-20240101000000-abcdefabcdef', 'v2.0.0+incompatible'],
    ['vv1.2.3', 'V1.2.3', 'v1.2', 'go1.2.3'],
  ],
])('%s', (_, pattern, valid, invalid) => {
  it.each(valid)('have %s', (text) => {
    expect(pattern.test(text)).toBe(true);
  });

  it.each([...invalid, ...HOSTILE])('lack %j', (text) => {
    expect(pattern.test(text)).toBe(false);
  });

  it.each(HOSTILE)('have no %j before or after a valid one', (text) => {
    if (text === '') return;
    expect([`${text}${valid[0]}`, `${valid[0]}\n${text}`].filter((each) => pattern.test(each))).toEqual([]);
  });
});
