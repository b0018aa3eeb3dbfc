import { describe, expect, it } from 'vitest';
import { identifyBy } from '../../../test/matching-outcomes.ts';
import { readCve } from '../../ranges/cve.ts';
import type { Assertion } from '../../ranges/model.ts';
import { readOsv } from '../../ranges/osv.ts';
import type { MatchQuestion } from '../facts.ts';
import type { IdentityRuleId } from '../resolve/identity-rules.ts';
import { outcomeOf, outcomesOf } from './outcomes.ts';

const range = (lessThan: string, more: object = {}) => ({
  version: '0',
  lessThan,
  status: 'affected',
  versionType: 'semver',
  ...more,
});
const cve = (versions: readonly object[], more: object = {}) => {
  const affected = [{ vendor: 'tidewater', product: 'harbour', versions, defaultStatus: 'unaffected', ...more }];
  return readCve({ cveMetadata: { cveId: 'CVE-1' }, containers: { cna: { affected } } }).assertions;
};
const enriched = (versions: readonly object[]) => {
  const affected = [{ vendor: 'tidewater', product: 'harbour', versions, defaultStatus: 'unaffected' }];
  const adp = [{ providerMetadata: { shortName: 'CISA-ADP' }, affected }];
  return readCve({ cveMetadata: { cveId: 'CVE-1' }, containers: { cna: { affected: [] }, adp } }).assertions;
};
const osv = (ecosystem: string, events: readonly object[], type = 'ECOSYSTEM') =>
  readOsv({ id: 'GHSA-1', affected: [{ package: { ecosystem, name: 'harbour' }, ranges: [{ type, events }] }] })
    .assertions;
const until = (fixed: string) => [{ introduced: '0' }, { fixed }];
const COMMITS = osv('npm', [{ introduced: 'a'.repeat(40) }], 'GIT');

type Said = readonly [name: string, assertions: readonly Assertion[], rule?: IdentityRuleId];

const HOLDS: Said = ['holds', cve([range('2.0')])];
const GOES_ON: Said = ['goes on', cve([range('*', { version: '1.0' })])];
const CLEARS: Said = ['clears', cve([range('1.0')])];
const DOUBTS: Said = ['doubts', osv('npm', until('soon'))];
const HAS_COMMITS: Said = ['has commits', COMMITS];
const ENRICHED: Said = ['enriched', enriched([range('3.0')])];
const ENRICHED_CLEARS: Said = ['enriched clears', enriched([range('0.9')])];

/** Which of several entries of one record decides. */
function decide(said: readonly Said[], question: Partial<MatchQuestion> = {}): string | undefined {
  const record = said.flatMap(([, assertions, rule = 'vendor_agrees']) =>
    assertions.map((assertion) => ({ found: { assertion, sha256: null }, identity: identifyBy(rule) })),
  );
  const decided = outcomeOf(record, { package: 'harbour', version: '1.5', ...question });
  return said.find(([, assertions]) => assertions.some(({ claims }) => claims === decided?.assertion.claims))?.[0];
}

describe('of several entries of one record', () => {
  it.each<[string, readonly Said[], Partial<MatchQuestion>?]>([
    ['holds', [HOLDS, CLEARS]],
    ['holds', [HOLDS, DOUBTS]],
    ['holds', [HOLDS, GOES_ON]],
    ['holds', [HOLDS, HAS_COMMITS]],
    ['doubts', [DOUBTS, CLEARS]],
    ['doubts', [DOUBTS, HAS_COMMITS, CLEARS]],
    ['clears', [HAS_COMMITS, CLEARS]],
    ['holds', [HOLDS, HAS_COMMITS], { version: null }],
    ['has commits', [HAS_COMMITS]],
    ['holds', [HOLDS, ENRICHED]],
    ['clears', [CLEARS, ENRICHED]],
    ['enriched', [DOUBTS, ENRICHED]],
    ['doubts', [DOUBTS, ENRICHED_CLEARS]],
    ['enriched', [ENRICHED]],
    ['surer', [['surer', cve([range('3.0')]), 'declared_cpe'], HOLDS]],
    ['surer', [['surer', cve([range('0.5')]), 'declared_cpe'], CLEARS]],
    [
      'earlier range',
      [
        ['earlier range', cve([range('2.0')])],
        ['later range', cve([range('3.0')])],
      ],
    ],
    [
      'earlier vendor',
      [
        ['earlier vendor', cve([range('2.0')], { vendor: 'acme' })],
        ['later vendor', cve([range('2.0')])],
      ],
    ],
    [
      'earlier name',
      [
        ['earlier name', cve([range('2.0')], { product: 'anchor' })],
        ['later name', cve([range('2.0')])],
      ],
    ],
    [
      'one range',
      [
        ['one range', cve([range('2.0')])],
        ['two ranges', cve([range('2.0'), range('9.0', { version: '8.0' })])],
      ],
    ],
    [
      'unaffected by default',
      [
        ['unaffected by default', cve([range('2.0')])],
        ['unknown by default', cve([range('2.0')], { defaultStatus: 'unknown' })],
      ],
    ],
    [
      'listed first',
      [
        [
          'listed first',
          cve([
            { version: '1.5', status: 'affected', versionType: 'semver' },
            { version: '1.6', status: 'affected', versionType: 'semver' },
          ]),
        ],
        [
          'listed last',
          cve([
            { version: '1.5', status: 'affected', versionType: 'semver' },
            { version: '1.7', status: 'affected', versionType: 'semver' },
          ]),
        ],
      ],
    ],
  ])('the one that %s decides: %j', (expected, said, question) => {
    expect(decide(said, question)).toBe(expected);
    expect(decide(said.toReversed(), question)).toBe(expected);
  });

  it.each<[string, string]>([
    ['the fixed build', '1.5-3.el8'],
    ['a later stream', '1.5-4.el8'],
  ])('of an erratum %s decides for %s', (expected, version) => {
    const said: readonly Said[] = [
      ['the fixed build', osv('AlmaLinux:8', until('0:1.5-3.el8')), 'asked_ecosystem'],
      ['an earlier stream', osv('AlmaLinux:8', until('0:1.5-1.el8')), 'asked_ecosystem'],
      ['a later stream', osv('AlmaLinux:8', until('0:1.5-9.el8')), 'asked_ecosystem'],
    ];

    expect(decide(said, { version, ecosystem: 'AlmaLinux:8' })).toBe(expected);
  });

  it('none decides where there is none, and each record has one outcome', () => {
    const entry = { found: { assertion: HOLDS[1][0]!, sha256: null }, identity: identifyBy('vendor_agrees') };

    expect(outcomeOf([], { package: 'harbour', version: '1.5' })).toBeNull();
    expect(outcomesOf([[entry, entry], [], [entry]], { package: 'harbour', version: '1.5' })).toHaveLength(2);
  });
});
