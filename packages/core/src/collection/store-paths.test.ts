import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lookupNames } from './lookup-names.ts';
import { type NamedPath, type PathEntry, resolvePath, splitsOf } from './store-paths.ts';

const entry = (attribute: string, pname: string, version: string, channel = 'nixos-unstable'): PathEntry => ({
  attribute,
  pname,
  version,
  channel,
});

const COLLECTION: readonly PathEntry[] = [
  entry('openssl', 'openssl', '3.0.13'),
  entry('openssl', 'openssl', '3.0.12', 'nixos-25.05'),
  entry('openssl_3', 'openssl', '3.0.13'),
  entry('python311Packages.requests', 'python3.11-requests', '2.32.3'),
  entry('python312Packages.requests', 'python3.12-requests', '2.32.3'),
  entry('vimPlugins.plenary-nvim', 'vimplugin-plenary.nvim', '2024-05-01'),
  entry('gcc', 'gcc-wrapper', '13.2.0'),
  entry('gcc13', 'gcc-wrapper', '13.2.0'),
  entry('font-7x14', 'font-7x14', '1.0'),
  entry('trurl', 'trurl', 'unstable-2023-05-01'),
  entry('xorg.libX11', 'libX11', '1.8.9'),
  entry('nodePackages."socket.io"', 'socket.io', '4.0.0'),
];

function resolve(path: Partial<NamedPath> & { readonly name: string }): string | null {
  const entriesOf = (name: string) => COLLECTION.filter((one) => lookupNames(one).includes(name));
  const found = resolvePath({ derivation: null, pname: null, version: null, ...path }, entriesOf);
  return found === null ? null : `${found.attribute} ${found.version} [${found.channels.join(' ')}]`;
}

it.each<[string, Partial<NamedPath> & { readonly name: string }, string | null]>([
  ['a name and a version', { name: 'openssl-3.0.13' }, 'openssl 3.0.13 [nixos-unstable]'],
  ['an output', { name: 'openssl-3.0.13-bin' }, 'openssl 3.0.13 [nixos-unstable]'],
  [
    'an output by its derivation',
    { name: 'openssl-3.0.13-odd', derivation: 'openssl-3.0.13' },
    'openssl 3.0.13 [nixos-unstable]',
  ],
  ['another channel', { name: 'openssl-3.0.12' }, 'openssl 3.0.12 [nixos-25.05]'],
  ['a version that no channel carries', { name: 'openssl-1.1.1w' }, 'openssl 1.1.1w []'],
  [
    'a package of a language',
    { name: 'python3.12-requests-2.32.3' },
    'python312Packages.requests 2.32.3 [nixos-unstable]',
  ],
  [
    'another release of the language',
    { name: 'python3.13-requests-2.32.3' },
    'python311Packages.requests 2.32.3 [nixos-unstable]',
  ],
  ['a member of a set', { name: 'libX11-1.8.9' }, 'xorg.libX11 1.8.9 [nixos-unstable]'],
  ['a wrapper', { name: 'gcc-wrapper-13.2.0' }, 'gcc 13.2.0 [nixos-unstable]'],
  ['a digit in the name', { name: 'font-7x14-1.0' }, 'font-7x14 1.0 [nixos-unstable]'],
  ['a version that is a word', { name: 'trurl-unstable-2023-05-01' }, 'trurl unstable-2023-05-01 [nixos-unstable]'],
  ['a date', { name: 'vimplugin-plenary.nvim-2024-05-01' }, 'vimPlugins.plenary-nvim 2024-05-01 [nixos-unstable]'],
  [
    'what the derivation says',
    { name: 'odd.drv', derivation: 'odd', pname: 'openssl', version: '3.0.13' },
    'openssl 3.0.13 [nixos-unstable]',
  ],
  ['no version', { name: 'openssl' }, null],
  ['no package', { name: 'unit-sshd.service' }, null],
  ['a configuration', { name: 'nixos-system-tide-24.11.20250101.abcdef0' }, null],
  ['a source', { name: 'openssl-3.0.13.tar.gz' }, null],
  ['a patch', { name: 'openssl-3.0.13-no-docs.patch' }, null],
  ['modules that it vendors', { name: 'openssl-3.0.14-go-modules' }, null],
  ['a version before a release', { name: 'openssl-3.1.0-beta2' }, 'openssl 3.1.0-beta2 []'],
])('by %s', (_, path, expected) => {
  expect(resolve(path)).toBe(expected);
});

it('every entry of the collection is found by its own name and version', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COLLECTION), fc.constantFrom('', '-dev', '-man'), ({ pname, version }, output) => {
      const found = resolve({ name: `${pname}-${version}${output}` });

      expect(found?.split(' ')[1]).toBe(version);
    }),
  );
});

it('of a name of many hyphens few splits are tried', () => {
  expect(splitsOf({ name: '-1'.repeat(100), derivation: null, pname: null, version: null }).length).toBeLessThan(10);
});
