import { describe, expect, it } from 'vitest';
import { readCve } from './cve.ts';
import { readOsv } from './osv.ts';
import { isSpared } from './spared.ts';

const entry = (beside: object) =>
  readCve({
    cveMetadata: { cveId: 'CVE-2099-0001' },
    containers: { cna: { affected: [{ product: 'xz', ...beside }] } },
  });
const version = (status: string) => [{ version: '1.0', lessThan: '2.0', status, versionType: 'semver' }];

describe('isSpared', () => {
  it.each<[string, ReturnType<typeof readCve>, boolean]>([
    ['unaffected by default', entry({ defaultStatus: 'unaffected' }), true],
    ['unaffected throughout', entry({ defaultStatus: 'unaffected', versions: version('unaffected') }), true],
    ['affected somewhere', entry({ defaultStatus: 'unaffected', versions: version('affected') }), false],
    ['affected by default', entry({ defaultStatus: 'affected', versions: version('unaffected') }), false],
    ['not said', entry({}), false],
    ['unaffected somewhere, the rest not said', entry({ versions: version('unaffected') }), false],
    [
      'a package that OSV names without versions',
      readOsv({ id: 'X-1', affected: [{ package: { ecosystem: 'npm', name: 'xz' } }] }, 'osv'),
      false,
    ],
  ])('%s', (_, { assertions }, expected) => {
    expect(assertions.map(isSpared)).toEqual([expected]);
  });
});
