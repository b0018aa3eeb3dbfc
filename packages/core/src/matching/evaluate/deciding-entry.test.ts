import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import { readCve } from '../../ranges/cve.ts';
import { matchPackage } from '../match-package.ts';

const CVE = 'CVE-2026-10001';
const HARBOUR = entryOf('harbour', { homepage: 'https://github.com/tidewater/harbour', version: '1.5' });

const COMMITS = [
  { version: '0a1b2c3d4e5f', lessThan: '1b2c3d4e5f60', status: 'affected', versionType: 'git' },
  { version: '0a1b2c3d4e5f', lessThan: '2c3d4e5f6071', status: 'affected', versionType: 'git' },
];
const range = (version: string, lessThan: string) => ({ version, lessThan, status: 'affected', versionType: 'semver' });

/** What the entries of one record come to, as they are given and the other way round. */
function matched(version: string | null, ...entries: readonly (readonly object[])[]) {
  const affected = entries.map((versions) => ({
    vendor: 'tidewater',
    product: 'harbour',
    versions,
    defaultStatus: 'unaffected',
  }));
  const { assertions } = readCve({ cveMetadata: { cveId: CVE }, containers: { cna: { affected } } });
  const found = assertions.map((assertion) => ({ assertion, sha256: null }));
  const told = [found, found.toReversed()].map((given) => {
    const nothing = { issues: [], aliases: [], records: [], sources: [] };
    const question = { package: 'harbour', version };
    return matchPackage({ question, collection: [HARBOUR], found: given, ...nothing }).matches[0];
  });
  return { told: told[0], reversed: told[1] };
}

describe('of several entries about one package', () => {
  it('one that gives versions is shown rather than commits, where no version was given', () => {
    const { told, reversed } = matched(null, COMMITS, [range('0', '2.0')]);

    expect(told).toMatchObject({ affectedVersions: '< 2.0', fixedIn: '2.0' });
    expect(reversed).toEqual(told);
  });

  it.each<[string, readonly object[], readonly object[]]>([
    ['end differently', [range('0', '2.0')], [range('0', '3.0')]],
    [
      'decide by the same range',
      [range('1.0', '2.0'), range('5.0', '6.0')],
      [range('1.0', '2.0'), range('7.0', '8.0')],
    ],
  ])('the same is shown in whatever order they come: they %s', (_, first, second) => {
    const { told, reversed } = matched('1.5', first, second);

    expect(told?.status).toBe('affected');
    expect(reversed).toEqual(told);
  });
});
