import { expect, it } from 'vitest';
import { identifyBy, judgeRecord } from '../../../test/matching-outcomes.ts';
import { readCve } from '../../ranges/cve.ts';
import type { Assertion } from '../../ranges/model.ts';
import { readOsv } from '../../ranges/osv.ts';
import type { RecordOutcome } from '../evaluate/deciding-entry.ts';
import type { IdentityRuleId } from '../resolve/identity-rules.ts';
import { fixedIn } from './fixed-in.ts';

const range = (version: string, lessThan: string, status = 'affected') => ({
  version,
  lessThan,
  status,
  versionType: 'semver',
});
const cve = (versions: readonly object[], defaultStatus = 'unaffected') => {
  const affected = [{ vendor: 'tidewater', product: 'harbour', versions, defaultStatus }];
  return readCve({ cveMetadata: { cveId: 'CVE-1' }, containers: { cna: { affected } } }).assertions;
};
const osv = (ecosystem: string, ...events: readonly object[]) =>
  readOsv({
    id: 'GHSA-1',
    affected: [{ package: { ecosystem, name: 'harbour' }, ranges: [{ type: 'ECOSYSTEM', events }] }],
  }).assertions;
const LINES = [{ introduced: '1.0.0' }, { fixed: '1.6.0' }, { introduced: '2.0.0' }, { fixed: '2.2.0' }];

type Said = readonly [assertions: readonly Assertion[], rule?: IdentityRuleId, naming?: readonly string[]];
const judge = (version: string | null, [assertions, rule, naming]: Said): RecordOutcome => ({
  ...judgeRecord(assertions, { version }, rule),
  identity: identifyBy(rule ?? 'vendor_agrees', naming),
});

it.each<[string, string | null, string | null, readonly Said[]]>([
  ['the end of the range that includes it', '1.6.0', '1.5.0', [[osv('npm', ...LINES)]]],
  ['the next end above it, between two ranges', '2.2.0', '1.7.0', [[osv('npm', ...LINES)]]],
  ['nothing, past the last end', null, '3.0.0', [[osv('npm', ...LINES)]]],
  ['the last end, without a version', '2.2.0', null, [[osv('npm', ...LINES)]]],
  ['nothing, for a range that goes on', null, '1.5.0', [[osv('npm', { introduced: '0' })]]],
  ['nothing, for a last version', null, '1.5.0', [[osv('npm', { introduced: '0' }, { last_affected: '1.9.0' })]]],
  [
    'nothing, for versions one by one',
    null,
    '1.5.0',
    [[cve([{ version: '1.5.0', status: 'affected', versionType: 'semver' }])]],
  ],
  ['where what is not affected begins', '2.0.0', '1.5.0', [[cve([range('2.0.0', '*', 'unaffected')], 'affected')]]],
  [
    'where the first of what is not affected begins',
    '1.8.0',
    '1.5.0',
    [[cve([range('2.0.0', '*', 'unaffected'), range('1.8.0', '1.9.0', 'unaffected')], 'affected')]],
  ],
  ['nothing, for what nobody knows', null, '1.5.0', [[cve([range('1.0.0', '2.0.0', 'unknown')])]]],
  [
    'nothing, for a line',
    null,
    '1.5.0',
    [[cve([{ version: '1.0.0', lessThan: '2.*', status: 'affected', versionType: 'custom' }])]],
  ],
  ['what the first record says', '1.6.0', '1.5.0', [[osv('npm', ...LINES)], [cve([range('0', '1.9.0')])]]],
  [
    'what the second says, where the first says nothing',
    '1.9.0',
    '1.5.0',
    [[osv('npm', { introduced: '0' })], [cve([range('0', '1.9.0')])]],
  ],
  [
    'the highest of what several say, without a version',
    '2.2.0',
    null,
    [[cve([range('0', '1.9.0')])], [osv('npm', ...LINES)]],
  ],
  [
    'what records about exactly the package say, without a version',
    '1.9.0',
    null,
    [[cve([range('0', '1.9.0')])], [osv('npm', ...LINES), 'own_site']],
  ],
  ['nothing by a name alone', null, '1.5.0', [[osv('npm', ...LINES), 'name_alone']]],
  ['nothing by a similar product', null, '1.5.0', [[osv('npm', ...LINES), 'tracked_similar']]],
  ['nothing by a build', null, '1.5.0', [[osv('Debian:12', ...LINES)]]],
  ['the build’s own fix', '1.6.0', '1.5.0', [[osv('Debian:12', ...LINES), 'asked_ecosystem']]],
  ['nothing by a build of Julia', null, '1.5.0', [[osv('npm', ...LINES), 'vendor_agrees', ['jll_suffix']]]],
  ['nothing, where nobody says anything', null, '1.5.0', []],
])('the fix is %s', (_, expected, version, said) => {
  expect(
    fixedIn(
      said.map((each) => judge(version, each)),
      version,
    )?.version ?? null,
  ).toBe(expected);
});

it('says who names the fix', () => {
  expect(fixedIn([judge('1.5.0', [osv('npm', ...LINES)])], '1.5.0')).toEqual({
    version: '1.6.0',
    source: 'osv',
    record: 'GHSA-1',
    subject: { ecosystem: 'npm', vendor: null, name: 'harbour' },
    kind: 'package',
  });
});
