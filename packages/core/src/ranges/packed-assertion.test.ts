import { describe, expect, it } from 'vitest';
import { cve, npm, only, SHAPES } from '../../test/assertion-shapes.ts';
import { readExpression } from './advisory.ts';
import { readCve } from './cve.ts';
import { evaluate } from './evaluate.ts';
import type { Assertion } from './model.ts';
import { readNvd } from './nvd.ts';
import { readOsv } from './osv.ts';
import { type AffectedFacts, packAssertion, unpackAssertion } from './packed-assertion.ts';

const FILED = { vendor: null, name: 'filed as' };

function factsOf({ record, subject, withdrawn }: Assertion): AffectedFacts {
  const [ecosystem = null, ...rest] = subject.ecosystem?.split(':') ?? [];
  const release = rest.length === 0 ? null : rest.join(':');
  return { ...FILED, source: record.source, recordKey: record.id, ecosystem, release, withdrawn };
}

const inRelease = readOsv({
  id: 'DSA-1',
  affected: [
    {
      package: { ecosystem: 'Debian:12', name: 'curl' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '7.88.1-10+deb12u1' }] }],
    },
  ],
});
const afterOne = readNvd({
  id: 'CVE-2024-1000',
  configurations: [
    {
      nodes: [
        {
          cpeMatch: [
            {
              vulnerable: true,
              criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*',
              versionStartExcluding: '1.0',
              versionEndIncluding: '2.0',
            },
          ],
        },
      ],
    },
  ],
});
const advised: Assertion = {
  ...only(readOsv(npm([{ introduced: '0' }]))),
  claims: ['> 1.0.0', '> 0', '<= 2.0.0', '> 1.0.0, < 2.0.0'].map((range) => readExpression(range, 'npm')),
};

/** A vendor's order is made anew each time it is asked for. */
const withSchemeIds = (assertion: Assertion): unknown => JSON.parse(JSON.stringify(assertion));

describe('an entry out of its row', () => {
  it.each<[string, Assertion]>([
    ...SHAPES,
    ['a release of a distribution', only(inRelease)],
    ['an exclusive start', only(afterOne)],
    ['bounds of an advisory', advised],
    ['a start alone', only(readOsv(npm([{ introduced: '1.0.0' }])))],
    ['a last version', only(readOsv(npm([{ introduced: '0' }, { last_affected: '1.0.0' }])))],
    ['a start at zero', only(readOsv(npm([{ introduced: '0.0.0' }, { fixed: '1.0.0' }])))],
    ['no claims', { ...only(readOsv(npm([{ introduced: '0' }]))), claims: [] }],
  ])('is what it was: %s', (_, assertion) => {
    const facts = factsOf(assertion);

    const rebuilt = unpackAssertion(packAssertion(assertion, facts), facts);

    expect(withSchemeIds(rebuilt)).toEqual(withSchemeIds(assertion));
  });

  it.each<[string, Assertion, string]>([
    [
      'events alone where they say it all',
      only(readOsv(npm([{ introduced: '1.0.0' }, { fixed: '1.33.0' }]))),
      '{"c":[{"k":"semver","o":"semver","e":["i1.0.0","f1.33.0"]}]}',
    ],
    [
      'bounds beside events that are in another order',
      only(readOsv(npm([{ fixed: '1.33.0' }, { introduced: '1.0.0' }]))),
      '{"c":[{"k":"semver","o":"semver","e":["f1.33.0","i1.0.0"],"i":[["[1.0.0","(1.33.0"]]}]}',
    ],
    [
      'an exclusive start and a last version',
      { ...advised, claims: [readExpression('> 1.0.0, <= 2.0.0', 'npm')] },
      '{"c":[{"k":"advisory","o":"semver","e":["a1.0.0","l2.0.0"]}]}',
    ],
    [
      'a status, and who says so',
      { ...only(readCve(cve([{ version: '3.0', status: 'unknown' }]))), record: { source: 'x', id: 'y', by: 'CISA' } },
      '{"o":"unknown","b":"CISA","c":[{"s":"unknown","k":"cve","w":["scheme_assumed"],"o":"freeform","v":["3.0"]}]}',
    ],
  ])('has %s', (_, assertion, text) => {
    expect(packAssertion(assertion, assertion.subject)).toBe(text);
  });

  it('has vendor and name only where they are not those of its package', () => {
    const { subject, ...rest } = only(readCve(cve([{ version: '1.0', status: 'affected' }])));
    const pack = (vendor: string | null, name: string) =>
      packAssertion({ subject, ...rest, claims: [] }, { vendor, name });

    expect(pack('Some Vendor', 'Thing')).not.toMatch(/"[vn]":/);
    expect(pack('some vendor', 'Thing')).toContain('"v":"Some Vendor"');
    expect(pack('Some Vendor', 'thing')).toContain('"n":"Thing"');
  });

  it('cuts free text', () => {
    const assertion = { ...advised, claims: [readExpression('every odd one '.repeat(100), 'npm')] };
    const facts = factsOf(assertion);

    const [claim] = unpackAssertion(packAssertion(assertion, facts), facts).claims;

    expect(claim?.type === 'opaque' ? claim.text : '').toHaveLength(300);
  });

  it('in an order that this release does not know leaves a doubt', () => {
    const facts = { ...FILED, source: 'osv', recordKey: 'A', ecosystem: 'npm', release: null, withdrawn: false };

    const rebuilt = unpackAssertion('{"c":[{"k":"ecosystem","o":"of tomorrow","e":["i0","f2"]}]}', facts);

    expect(evaluate(rebuilt, { version: '9.9.9' })).toMatchObject({
      verdict: 'unknown',
      proof: { reason: 'scheme_unknown' },
    });
  });
});
