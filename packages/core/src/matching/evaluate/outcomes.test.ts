import { describe, expect, it } from 'vitest';
import { judgeRecord } from '../../../test/matching-outcomes.ts';
import { readCve } from '../../ranges/cve.ts';
import type { Assertion } from '../../ranges/model.ts';
import { readNvd } from '../../ranges/nvd.ts';
import { readOsv } from '../../ranges/osv.ts';
import type { MatchQuestion } from '../facts.ts';
import type { IdentityRuleId } from '../resolve/identity-rules.ts';
import { versionInLine } from './outcomes.ts';

type Said = readonly Assertion[];

const AFFECTED = { status: 'affected', versionType: 'semver' };
const CUSTOM = { versionType: 'custom' };
const UNAFFECTED = { status: 'unaffected' };
const range = (version: string, lessThan: string, more: object = {}) => ({ ...AFFECTED, version, lessThan, ...more });
const one = (version: string, more: object = {}) => ({ ...AFFECTED, version, ...more });
const entry = (versions: readonly object[], defaultStatus: string) => ({
  vendor: 'tidewater',
  product: 'harbour',
  versions,
  defaultStatus,
});
const cve = (versions: readonly object[], defaultStatus = 'unaffected'): Said => {
  const cna = { affected: [entry(versions, defaultStatus)] };
  return readCve({ cveMetadata: { cveId: 'CVE-2026-1' }, containers: { cna } }).assertions;
};
const enriched = (...versions: readonly object[]): Said => {
  const adp = [{ providerMetadata: { shortName: 'CISA-ADP' }, affected: [entry(versions, 'unaffected')] }];
  return readCve({ cveMetadata: { cveId: 'CVE-2026-1' }, containers: { cna: { affected: [] }, adp } }).assertions;
};
const packaged = (ecosystem: string, events: readonly object[], more: object = {}, id = 'GHSA-1'): Said => {
  const ranges = [{ type: 'ECOSYSTEM', events }];
  return readOsv({ id, affected: [{ package: { ecosystem, name: 'harbour' }, ranges, ...more }] }).assertions;
};
const crash = (...events: readonly object[]): Said => {
  const ranges = [
    { type: 'GIT', repo: 'https://github.com/tidewater/harbour', events: [{ introduced: 'a'.repeat(40) }, ...events] },
  ];
  const affected = [{ package: { ecosystem: 'OSS-Fuzz', name: 'harbour' }, ranges, versions: ['1.5'] }];
  return readOsv({ id: 'OSV-2026-1', affected }).assertions;
};
const nvd = (bounds: object, ...platforms: readonly string[]): Said => {
  const criteria = 'cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*';
  const cpeMatch = platforms.map((each) => ({ vulnerable: false, criteria: `cpe:2.3:o:${each}:-:*:*:*:*:*:*:*` }));
  const beside = platforms.length === 0 ? [] : [{ operator: 'OR', cpeMatch }];
  const nodes = [{ cpeMatch: [{ vulnerable: true, criteria, ...bounds }] }, ...beside];
  return readNvd({ id: 'CVE-2026-1', configurations: [{ operator: 'AND', nodes }] }).assertions;
};
const until = (fixed: string) => [{ introduced: '0' }, { fixed }];
const OPEN = [{ introduced: '1.0' }];
const EVERY = [{ introduced: '0' }];

function describeOutcome(
  said: Said,
  version: string | null,
  rule?: IdentityRuleId,
  question: Partial<MatchQuestion> = {},
): string {
  const { verdict, strength, clears } = judgeRecord(said, { version, ...question }, rule);
  return verdict === 'affected' ? strength : `${verdict}${clears ? ', cleared' : ''}`;
}

describe('what a record of the product comes to', () => {
  it.each<[string, string, Said, string | null]>([
    ['firm', 'a range that includes it', cve([range('1.0', '2.0')]), '1.5'],
    ['not_affected, cleared', 'a range that excludes it', cve([range('1.0', '2.0')]), '2.5'],
    ['unknown', 'a range, without a version', cve([range('1.0', '2.0')]), null],
    ['not_affected, cleared', 'a fix before it, and no default', cve([range('1.0', '2.0')], 'unknown'), '2.5'],
    ['not_affected, cleared', 'a start after it, and no default', cve([range('1.0', '2.0')], 'unknown'), '0.5'],
    [
      'not_affected, cleared',
      'a last version before it, and no default',
      cve([{ ...one('1.0'), lessThanOrEqual: '2.0' }], 'unknown'),
      '2.5',
    ],
    [
      'not_affected, cleared',
      'a start after it and a last version, and no default',
      cve([{ ...one('1.0'), lessThanOrEqual: '2.0' }], 'unknown'),
      '0.5',
    ],
    ['unknown', 'a start after it and no end, and no default', cve([range('1.0', '*')], 'unknown'), '0.5'],
    ['unknown', 'a range that excludes it, and everything by default', cve([range('1.0', '2.0')], 'affected'), '2.5'],
    ['weak', 'everything by default', cve([], 'affected'), '2.5'],
    [
      'not_affected, cleared',
      'an exception from everything',
      cve([range('2.0', '3.0', UNAFFECTED)], 'affected'),
      '2.5',
    ],
    ['firm', 'everything but a range', cve([range('2.0', '3.0', UNAFFECTED)], 'affected'), '1.5'],
    ['unknown', 'everything but one version', cve([one('2.0', UNAFFECTED)], 'affected'), '1.5'],
    ['not_affected, cleared', 'an exception alone', cve([range('0', '2.0', UNAFFECTED)]), '3.0'],
    ['firm', 'the version', cve([one('1.5')]), '1.5'],
    ['unknown', 'versions on both sides of it', cve([one('1.4'), one('1.6')]), '1.5'],
    ['unknown', 'versions on both sides of it, and no default', cve([one('1.4'), one('1.6')], 'unknown'), '1.5'],
    ['not_affected, cleared', 'one other version', cve([one('1.4')]), '1.5'],
    ['not_affected, cleared', 'earlier versions', cve([one('1.3'), one('1.4')]), '1.5'],
    ['not_affected, cleared', 'later versions', cve([one('1.6'), one('1.7')]), '1.5'],
    [
      'not_affected, cleared',
      'versions on both sides of it, beside a range',
      cve([one('1.4'), one('1.6'), range('3.0', '4.0')]),
      '1.5',
    ],
    [
      'not_affected, cleared',
      'the version as unaffected, between others',
      cve([one('1.5', UNAFFECTED), one('1.4'), one('1.6')]),
      '1.5',
    ],
    [
      'not_affected, cleared',
      'versions on both sides of it as unaffected',
      cve([range('8.0', '9.0'), one('1.4', UNAFFECTED), one('1.6', UNAFFECTED)]),
      '1.5',
    ],
    [
      'unknown',
      'ranges of one version on both sides of it',
      packaged('npm', [
        { introduced: '1.4.0' },
        { last_affected: '1.4.0' },
        { introduced: '1.6.0' },
        { last_affected: '1.6.0' },
      ]),
      '1.5.0',
    ],
    [
      'unknown',
      'a pre-release that ends one range, and its release that begins another',
      packaged('npm', [{ introduced: '1.0.0' }, { fixed: '2.0.0-rc.1' }, { introduced: '2.0.0' }, { fixed: '2.0.5' }]),
      '2.0.0-rc.1',
    ],
    [
      'unknown',
      'a pre-release as a limit before its release',
      packaged('npm', [{ introduced: '2.0.0' }, { limit: '2.0.0-rc.1' }]),
      '2.0.0-rc.1',
    ],
    [
      'not_affected, cleared',
      'a pre-release that ends a range',
      packaged('npm', [{ introduced: '1.0.0' }, { fixed: '2.0.0-rc.1' }]),
      '2.0.0-rc.1',
    ],
    [
      'not_affected, cleared',
      'a pre-release that ends a range, and another release that begins one',
      packaged('npm', [{ introduced: '1.0.0' }, { fixed: '2.0.0-rc.1' }, { introduced: '2.1.0' }]),
      '2.0.0-rc.1',
    ],
    ['partial', 'a range without an end', cve([range('1.0', '*')]), '1.5'],
    ['partial', 'every version, by who assigned the CVE', cve([range('0', '*')]), '1.5'],
    ['weak', 'every version, by who enriched it', enriched(range('0', '*')), '1.5'],
    ['partial', 'the version, by who enriched it', enriched(one('1.5')), '1.5'],
    ['weak', 'every version, by NVD', nvd({}), '1.5'],
    ['partial', 'a start, by NVD', nvd({ versionStartIncluding: '1.0' }), '1.5'],
    ['partial', 'an exclusive start, by NVD', nvd({ versionStartExcluding: '1.0' }), '1.5'],
    ['firm', 'bounds in an unknown order that all agree about', cve([range('1.0', '2.0', CUSTOM)]), '1.5'],
    ['partial', 'bounds in an unknown order', cve([range('1.0', '2.0', CUSTOM)]), '1.5rc1'],
    ['partial', 'a start in an unknown order', cve([range('1.0', '*', CUSTOM)]), '1.5rc1'],
    ['weak', 'a commit for a bound', cve([range('0', '1b2c3d4e5f60', CUSTOM)]), '0.9'],
    ['weak', 'a range, of a snapshot without a number', cve([range('0', '2.0', CUSTOM)]), '0-unstable-2024-01-01'],
    ['partial', 'a range, of what is not quite a snapshot', cve([range('0', '2.0', CUSTOM)]), '0-unstable-2024-01-01x'],
    ['weak', 'a range, of an environment', cve([range('0', '4.0', CUSTOM)]), '3.12.4-env'],
    ['partial', 'a range, of what is not quite an environment', cve([range('0', '4.0', CUSTOM)]), '3.12.4-envs'],
    ['weak', 'a fix by year, of a version by count', cve([range('0', '2023.4', CUSTOM)]), '25.8'],
    ['weak', 'a fix by year, of a version by count with a v', cve([range('0', 'v2023.4', CUSTOM)]), 'v99.1'],
    ['weak', 'a fix in the first year that counts', cve([range('0', '1990.4', CUSTOM)]), '5.0'],
    ['weak', 'a fix in the last year that counts', cve([range('0', '2099.4', CUSTOM)]), '5.0'],
    ['firm', 'a fix before all years', cve([range('0', '1989.4', CUSTOM)]), '5.0'],
    ['firm', 'a fix after all years', cve([range('0', '2100.4', CUSTOM)]), '5.0'],
    ['firm', 'a fix by day', cve([range('0', '20230401', CUSTOM)]), '5.0'],
    ['firm', 'a fix by year, of a version by year', cve([range('0', '2023.4', CUSTOM)]), '2023.1'],
    ['firm', 'a fix by year, of a version before all', cve([range('0', '2023.4', CUSTOM)]), '0.5'],
    ['firm', 'a fix by year, of a high version', cve([range('0', '2023.4', CUSTOM)]), '100.1'],
    ['partial', 'a start by year, without an end', cve([range('2.0', '*', CUSTOM)]), '5.0'],
    ['partial', 'a crash that is fixed, by a fuzzer', crash({ fixed: 'b'.repeat(40) }), '1.5'],
    ['weak', 'a crash that nobody fixed, by a fuzzer', crash(), '1.5'],
    ['firm', 'malware in every version', packaged('PyPI', EVERY, {}, 'MAL-1'), '1.5'],
    [
      'partial',
      'malware in every version, and a list of others',
      packaged('PyPI', EVERY, { versions: ['1.0'] }, 'MAL-1'),
      '1.5',
    ],
    ['weak', 'every version, and a list of others', packaged('PyPI', EVERY, { versions: ['1.0'] }), '1.5'],
    ['firm', 'every version, and a list with it', packaged('PyPI', EVERY, { versions: ['1.5'] }), '1.5'],
    ['weak', 'every version of a Go module', packaged('Go', EVERY), '1.5'],
    [
      'unknown',
      'a package and nothing else',
      readOsv({ id: 'GHSA-1', affected: [{ package: { ecosystem: 'npm', name: 'harbour' } }] }).assertions,
      '1.5',
    ],
  ])('is %s where it names %s', (expected, _, said, version) => {
    expect(describeOutcome(said, version)).toBe(expected);
  });

  it.each([
    ['weak', ['microsoft:windows']],
    ['weak', ['google:android']],
    ['weak', ['apple:iphone_os']],
    ['weak', ['apple:ipados']],
    ['weak', ['apple:mac_os_x']],
    ['weak', ['apple:macos']],
    ['weak', ['microsoft:windows', 'apple:macos']],
    ['partial', ['linux:linux_kernel']],
    ['partial', ['microsoft:windows', 'linux:linux_kernel']],
  ])('is %s on the platforms %j alone', (expected, platforms) => {
    expect(describeOutcome(nvd({ versionEndExcluding: '2.0' }, ...platforms), '1.5')).toBe(expected);
  });
});

describe('what a record of a package comes to', () => {
  it.each<[string, string, string, readonly object[], IdentityRuleId]>([
    ['firm', 'a range', 'npm', until('2.0'), 'asked_ecosystem'],
    ['firm', 'a range without an end', 'npm', OPEN, 'asked_ecosystem'],
    ['partial', 'every version', 'npm', EVERY, 'asked_ecosystem'],
    ['partial', 'every version of a module', 'Go', EVERY, 'asked_ecosystem'],
    ['firm', 'a range without an end of a module', 'Go', OPEN, 'vendor_agrees'],
    ['weak', 'every version of others’ software', 'Bitnami', EVERY, 'vendor_agrees'],
    ['firm', 'a range without an end of others’ software', 'Bitnami', OPEN, 'vendor_agrees'],
    ['partial', 'every version of a build', 'Debian:12', EVERY, 'vendor_agrees'],
    ['firm', 'a range of somebody else’s package', 'npm', until('2.0'), 'other_registry'],
    ['weak', 'a range without an end of somebody else’s package', 'npm', OPEN, 'other_registry'],
    ['weak', 'every version of somebody else’s package', 'npm', EVERY, 'upstream_name'],
    ['unknown', 'a range in an order that nobody knows', 'OSS-Fuzz', until('2.0'), 'vendor_agrees'],
  ])('is %s for %s in %s', (expected, _, ecosystem, events, rule) => {
    expect(describeOutcome(packaged(ecosystem, events), '1.5', rule)).toBe(expected);
  });

  it.each<[string, string, string, string]>([
    ['weak', 'the version that it patched', '1:1.5.0-3+deb12u1', '1.5.0'],
    ['weak', 'the version that it patched, without a build number', '1.5.0', '1.5.0'],
    ['not_affected', 'a later one', '1:1.5.0-3+deb12u1', '1.6.0'],
    ['not_affected', 'one that differs in the build number alone', '1.5.0-3', '1.5.0-9'],
  ])('is %s where a distribution’s build hints at %s', (expected, _, fixed, version) => {
    expect(describeOutcome(packaged('Debian:12', until(fixed)), version, 'distribution_name')).toBe(expected);
  });

  it.each<[string, string, string, string, string, string]>([
    ['firm', 'a build before the fix', 'Debian:12', '1.5.0-3', '1.5.0-2', 'Debian:12'],
    ['weak', 'a build of a release that is not named', 'Debian:12', '1.5.0-3', '1.5.0-2', 'Debian'],
    ['weak', 'a build before the fix by its epoch alone', 'Debian:12', '1:1.5.0-3', '1.5.0-3', 'Debian:12'],
    ['firm', 'a build before the fix without its epoch', 'Debian:12', '1:1.5.0-3', '1.5.0-2', 'Debian:12'],
    ['firm', 'a build that names another epoch', 'Debian:12', '1:1.5.0-3', '0:1.5.0-3', 'Debian:12'],
    ['not_affected, cleared', 'the fixed build', 'AlmaLinux:8', '0:1.5-3.el8', '1.5-3.el8', 'AlmaLinux:8'],
    [
      'firm',
      'a build that carries the stream of the fix',
      'Red Hat:rhel_eus:8.6',
      '0:1.5-3.el8_6.2',
      '1.5-3.el8_6.1',
      'Red Hat',
    ],
    ['weak', 'a build of another stream', 'Red Hat:rhel_eus:8.6', '0:1.5-3.el8_6.2', '1.5-3.el8_4.1', 'Red Hat'],
    ['weak', 'a build of no stream', 'Red Hat:rhel_eus:8.6', '0:1.5-3.el8_6.2', '1.5-3.el8', 'Red Hat'],
    [
      'firm',
      'a build of a two-digit stream',
      'Red Hat:rhel_eus:10.12',
      '0:1.5-3.el10_12.2',
      '1.5-3.el10_12.1',
      'Red Hat',
    ],
    [
      'weak',
      'a build of a stream that begins alike',
      'Red Hat:rhel_eus:10.12',
      '0:1.5-3.el10_12.2',
      '1.5-3.el10_1.1',
      'Red Hat',
    ],
    [
      'firm',
      'a build of the module',
      'Red Hat:rhel_eus:8.6',
      '0:1.5-3.module+el8+1+a',
      '1.5-2.module+el8+1+a',
      'Red Hat',
    ],
    [
      'weak',
      'a build of another module',
      'Red Hat:rhel_eus:8.6',
      '0:1.5-3.module+el8+1+a',
      '1.5-2.module+el8+2+b',
      'Red Hat',
    ],
  ])('is %s for %s', (expected, _, ecosystem, fixed, version, asked) => {
    expect(describeOutcome(packaged(ecosystem, until(fixed)), version, 'asked_ecosystem', { ecosystem: asked })).toBe(
      expected,
    );
  });
});

it.each([
  ['apacheKafka_3_9', '2.13-3.9.1', '3.9.1'],
  ['apacheKafka_3_9', '2.13-3.9', '3.9'],
  ['apacheKafka_3_9', '3.9.1', '3.9.1'],
  ['apacheKafka_3_9', '3.9-2.13', '3.9'],
  ['apacheKafka_3_9', '2.13-3.90', '2.13-3.90'],
  ['thing_3', '2-3.1', '3.1'],
  ['thing_3_10_11_12', '1-3.10.11.12.1', '3.10.11.12.1'],
  ['thing_12345', '2-12345', '2-12345'],
  ['thing_1_2_3_4_5', '9-1.2.3.4.5', '9-1.2.3.4.5'],
  ['thing3_9', '2-9.1', '2-9.1'],
  ['thing_3_9_lts', '2-3.9', '2-3.9'],
  ['thing', '2-3', '2-3'],
  ['thing_3', null, null],
])('the line of %s is about %s as %s', (attribute, version, expected) => {
  expect(versionInLine({ package: attribute, version })).toBe(expected);
  expect(versionInLine({ package: attribute, version, ecosystem: 'npm' })).toBe(version);
});
