import { describe, expect, it } from 'vitest';
import { askProduct } from './ask.ts';
import type { Evaluation } from './model.ts';
import { readNvd } from './nvd.ts';

const ANVIL = 'cpe:2.3:a:acme:anvil';

function match(version: string, more: object = {}): object {
  return { vulnerable: true, criteria: `${ANVIL}:${version}:*:*:*:*:*:*`, ...more };
}

function record(...cpeMatch: object[]): object {
  return { cve: { id: 'CVE-2020-1', configurations: [{ nodes: [{ operator: 'OR', negate: false, cpeMatch }] }] } };
}

function ask(value: unknown, version: string | null, vendor: string | null = 'acme', product = 'anvil'): Evaluation[] {
  return askProduct(readNvd(value).assertions, { vendor, product, version });
}

describe('matches of an NVD configuration', () => {
  it.each<[string, object, string, string]>([
    ['below EndExcluding', match('*:*', { versionEndExcluding: '1.32.0' }), '1.31', 'affected'],
    ['at EndExcluding', match('*:*', { versionEndExcluding: '1.32.0' }), '1.32', 'not_affected'],
    ['at EndIncluding', match('*:*', { versionEndIncluding: '9.5.7' }), '9.5.7', 'affected'],
    ['above EndIncluding', match('*:*', { versionEndIncluding: '9.5.7' }), '10.0.18', 'not_affected'],
    [
      'at StartIncluding',
      match('*:*', { versionStartIncluding: '1.0', versionEndExcluding: '2.0' }),
      '1.0',
      'affected',
    ],
    [
      'at StartExcluding',
      match('*:*', { versionStartExcluding: '1.0', versionEndExcluding: '2.0' }),
      '1.0',
      'not_affected',
    ],
    ['every version', match('*:*'), '3', 'affected'],
    ['one version', match('1.5:*'), '1.5', 'affected'],
    ['one version, another', match('1.5:*'), '1.6', 'not_affected'],
    ['a version with escapes', match('12.2\\(55\\)se:*'), '12.2(55)SE', 'affected'],
    ['a pre-release in the update', match('1.5:rc1'), '1.5-rc1', 'affected'],
    ['a pre-release is not the release', match('1.5:rc1'), '1.5', 'not_affected'],
    ['an update after the release', match('1.5:sp1'), '1.5', 'unknown'],
    ['no versions at all', match('-:*'), '1.5', 'unknown'],
    ['a bound of the wrong type', match('*:*', { versionEndExcluding: 2 }), '3.0', 'unknown'],
    ['a bound that is none', match('*:*', { versionEndExcluding: 'the fix' }), '3.0', 'unknown'],
  ])('%s', (_name, cpeMatch, version, verdict) => {
    expect(ask(record(cpeMatch), version).map((evaluation) => evaluation.verdict)).toEqual([verdict]);
  });

  it('says nothing about another product or another vendor’s', () => {
    expect(ask(record(match('*:*')), '1.0', 'acme', 'hammer')).toEqual([]);
    expect(ask(record(match('*:*')), '1.0', 'globex')).toEqual([]);
  });

  it('marks a match by product name alone', () => {
    expect(ask(record(match('*:*')), '1.0', null)).toMatchObject([
      { confidence: 'low', proof: { caveats: ['vendor_not_compared'] } },
    ]);
  });

  it('a platform beside it makes the answer conditional, not clean', () => {
    const platform = { vulnerable: false, criteria: 'cpe:2.3:o:globex:router:-:*:*:*:*:*:*:*' };
    const nodes = [
      { operator: 'OR', negate: false, cpeMatch: [match('*:*', { versionEndExcluding: '2.0' })] },
      { operator: 'OR', negate: false, cpeMatch: [platform] },
    ];
    const both = { id: 'CVE-2020-1', configurations: [{ operator: 'AND', nodes }] };

    expect(ask(both, '1.0')).toMatchObject([
      { verdict: 'affected', confidence: 'medium', proof: { conditions: ['together with globex router'] } },
    ]);
    expect(ask(both, null, 'globex', 'router')).toEqual([]);
  });

  it('does not pretend to know what a negated node means for one product', () => {
    const nodes = [{ operator: 'OR', negate: true, cpeMatch: [match('1.0:*')] }];

    expect(ask({ id: 'CVE-2020-1', configurations: [{ nodes }] }, '2.0')).toMatchObject([
      { verdict: 'unknown', proof: { reason: 'negated' } },
    ]);
  });

  it('never matches a rejected record', () => {
    const rejected = { ...record(match('*:*')) } as { cve: object };

    expect(ask({ cve: { ...rejected.cve, vulnStatus: 'Rejected' } }, '1.0')).toMatchObject([
      { verdict: 'not_affected' },
    ]);
  });

  it('keeps the rest when one criterion is no CPE name', () => {
    const reading = readNvd(record({ vulnerable: true, criteria: 'nonsense' }, match('1.5:*')));

    expect(reading.dropped).toEqual(['criteria is no CPE name']);
    expect(reading.assertions).toHaveLength(1);
  });
});
