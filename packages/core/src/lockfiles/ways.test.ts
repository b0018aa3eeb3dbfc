import { describe, expect, it } from 'vitest';
import { readLockfile } from './read.ts';
import { waysFrom } from './ways.ts';

const EDGES: Readonly<Record<string, readonly string[]>> = {
  a: ['b', 'c'],
  b: ['d'],
  c: ['d', 'a'],
  d: ['e'],
  e: ['e'],
};

describe('the way to something', () => {
  const wayTo = waysFrom(['a', 'c'], (key) => EDGES[key] ?? []);

  it.each([
    ['a', []],
    ['c', []],
    ['b', ['a']],
    ['d', ['c']],
    ['e', ['c', 'd']],
    ['z', null],
  ])('%s is the shortest, without itself', (key, way) => {
    expect(wayTo(key)).toEqual(way);
  });

  it('is left out where it is longer than anybody reads', () => {
    const long = waysFrom([0], (key) => (key < 100 ? [key + 1] : []));

    expect(long(12)).toHaveLength(12);
    expect(long(13)).toBeNull();
  });
});

const NPM = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { server: '^1' } },
    'node_modules/server': { version: '1.2.0', dependencies: { parser: '^2', lamp: '^3' } },
    'node_modules/server/node_modules/lamp': { version: '3.0.0' },
    'node_modules/parser': { version: '2.0.1', dependencies: { lamp: '^1' } },
    'node_modules/lamp': { version: '1.0.0' },
    'node_modules/left': { version: '9.0.0' },
  },
});
const CARGO = `version = 4
[[package]]
name = "app"
version = "0.1.0"
dependencies = ["server"]
[[package]]
name = "server"
version = "1.2.0"
source = "registry+https://example.org/index"
dependencies = ["parser"]
[[package]]
name = "parser"
version = "2.0.1"
source = "registry+https://example.org/index"
dependencies = ["lamp"]
[[package]]
name = "lamp"
version = "1.0.0"
source = "registry+https://example.org/index"
`;
const PNPM = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      server:
        specifier: ^1
        version: 1.2.0(peer@4.0.0)
packages:
  server@1.2.0:
    resolution: {integrity: sha512-a}
  parser@2.0.1:
    resolution: {integrity: sha512-b}
  lamp@1.0.0:
    resolution: {integrity: sha512-c}
snapshots:
  server@1.2.0(peer@4.0.0):
    dependencies:
      parser: 2.0.1
  parser@2.0.1:
    dependencies:
      lamp: 1.0.0
  lamp@1.0.0: {}
`;

describe('what brings a package in', () => {
  it.each([
    ['package-lock.json', NPM],
    ['Cargo.lock', CARGO],
    ['pnpm-lock.yaml', PNPM],
  ])('is told by %s', (name, text) => {
    const components = readLockfile(name, text).lockfile?.components ?? [];

    const through = new Map(components.map((each) => [`${each.name} ${each.version}`, each.through]));
    expect(through.get('lamp 1.0.0')).toEqual(['server 1.2.0', 'parser 2.0.1']);
    expect(through.get('parser 2.0.1')).toEqual(['server 1.2.0']);
    expect(through.get('server 1.2.0')).toBeUndefined();
    if (name === 'package-lock.json') {
      expect(through.get('lamp 3.0.0')).toEqual(['server 1.2.0']);
      expect(through.get('left 9.0.0')).toBeUndefined();
    }
  });
});
