import { expect, it } from 'vitest';
import { cve, npm, only } from '../../test/assertion-shapes.ts';
import { readExpression } from './advisory.ts';
import { readCve } from './cve.ts';
import type { Claim } from './model.ts';
import { readOsv } from './osv.ts';
import { rangeExpression } from './range-expression.ts';

const osvClaims = (events: object[], more: object = {}) => only(readOsv(npm(events, more))).claims;
const cveClaims = (...versions: object[]) => only(readCve(cve(versions, { defaultStatus: 'unknown' }))).claims;
const unaffected = { status: 'unaffected', versionType: 'semver' };
const many = Array.from({ length: 22 }, (_, index) => ({ status: 'affected', version: `${index}.0` }));

it.each<[string, string | null, readonly Claim[]]>([
  ['a start and a fix', '>= 9.0.0, < 9.4.2', osvClaims([{ introduced: '9.0.0' }, { fixed: '9.4.2' }])],
  ['a last version', '<= 9.4.2', osvClaims([{ introduced: '0' }, { last_affected: '9.4.2' }])],
  ['a start alone', '>= 9.0.0', osvClaims([{ introduced: '9.0.0' }])],
  ['every version', '*', osvClaims([{ introduced: '0' }])],
  ['an exclusive start', '> 1.0.0, < 2.0.0', [readExpression('> 1.0.0, < 2.0.0', 'npm')]],
  ['one version', '= 1.0.0', [readExpression('= 1.0.0', 'npm')]],
  [
    'several lines',
    '< 8.1.0 || >= 9.0.0, < 9.4.2',
    osvClaims([{ introduced: '0' }, { fixed: '8.1.0' }, { introduced: '9.0.0' }, { fixed: '9.4.2' }]),
  ],
  ['one range that two say', '< 2.0.0', [readExpression('< 2.0.0', 'npm'), readExpression('< 2.0.0', 'npm')]],
  [
    'a range before the versions listed beside it',
    '< 1.2.0',
    osvClaims([{ introduced: '0' }, { fixed: '1.2.0' }], { versions: ['1.0.0'] }),
  ],
  [
    'versions one by one, in their order',
    '= 1.2.0 || = 1.10.0',
    cveClaims(
      { status: 'affected', version: '1.10.0', versionType: 'semver' },
      { status: 'affected', version: '1.2.0', versionType: 'semver' },
      { status: 'affected', version: '1.10.0', versionType: 'semver' },
    ),
  ],
  [
    'more versions than fit',
    `${many
      .slice(0, 20)
      .map(({ version }) => `= ${version}`)
      .join(' || ')} || … (2 more)`,
    cveClaims(...many),
  ],
  [
    'as many versions as fit',
    many
      .slice(0, 20)
      .map(({ version }) => `= ${version}`)
      .join(' || '),
    cveClaims(...many.slice(0, 20)),
  ],
  ['all but an unaffected end', '< 2.0.0', cveClaims({ ...unaffected, version: '2.0.0', lessThan: '*' })],
  ['all but an unaffected beginning', '> 2.0.0', cveClaims({ ...unaffected, version: '0', lessThanOrEqual: '2.0.0' })],
  ['all but an unaffected middle', null, cveClaims({ ...unaffected, version: '1.0.0', lessThan: '2.0.0' })],
  [
    'all but two unaffected ends',
    null,
    cveClaims({ ...unaffected, version: '0', lessThan: '1.0.0' }, { ...unaffected, version: '2.0.0', lessThan: '*' }),
  ],
  [
    'a status that nobody knows',
    null,
    cveClaims({ status: 'unknown', version: '2.0.0', lessThan: '3.0.0', versionType: 'semver' }),
  ],
  ['free text', null, [readExpression('soon', 'npm')]],
  ['nothing', null, []],
])('the expression for %s is %s', (_, expression, claims) => {
  expect(rangeExpression(claims)).toBe(expression);
});
