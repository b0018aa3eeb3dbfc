import { describe, expect, it } from 'vitest';
import { readAdvisory } from '../src/ranges/advisory.ts';
import { readCve } from '../src/ranges/cve.ts';
import { evaluate } from '../src/ranges/evaluate.ts';
import type { Reading } from '../src/ranges/model.ts';
import { readNvd } from '../src/ranges/nvd.ts';
import { readOsv } from '../src/ranges/osv.ts';

const SMALL = 10_000;
const LARGE = 100_000;

/** What would hurt a parser that backtracks or looks back: runs of one piece, and pieces that almost end something. */
const PIECES = [
  '1.',
  '.0',
  '0',
  'a1',
  '(',
  '( ',
  ') ',
  '<',
  '< 1, ',
  '>= 1, < 2, ',
  ', ',
  '1 - ',
  '- ',
  ' and',
  '1 and ',
  'all ',
  '1.x, ',
  'x.',
  '*',
  'v',
  '1 to 2, ',
  '1 p1 ',
  'up to and ',
  'prior ',
  '\\:',
  ':',
  '"',
  'é',
  '1-1.',
  '~',
  'rc',
];

const READERS: readonly [string, (text: string) => Reading][] = [
  ['the version of a CVE entry', (text) => cve({ version: text })],
  ['the bound of a CVE entry', (text) => cve({ version: '1', lessThan: text, versionType: 'semver' })],
  [
    'the changes of a CVE entry',
    (text) => cve({ version: '1', lessThan: '9', changes: [{ at: text, status: 'unaffected' }] }),
  ],
  ['the type of a CVE entry', (text) => cve({ version: '1', versionType: text })],
  ['the name of a CVE product', (text) => cve({ version: '1' }, text)],
  ['an advisory expression', advisory],
  ['an OSV event', (text) => osv({ ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: text }] }] })],
  ['an OSV version', (text) => osv({ versions: [text, '1.0'] })],
  ['the criteria of a CPE match', (text) => nvd({ criteria: `cpe:2.3:a:v:p:${text}` })],
  ['the bound of a CPE match', (text) => nvd({ criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', versionEndExcluding: text })],
];

describe('hostile text ten times as long takes at most fifteen times as long', () => {
  it.each(READERS)('in %s', (_name, read) => {
    const slow = PIECES.map((piece) => ({ piece, ratio: growth(read, piece) })).filter(({ ratio }) => ratio > 15);

    expect(slow).toEqual([]);
  });

  it('in the version that is asked', () => {
    const reading = osv({
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '1.0' }, { fixed: '2.0' }] }],
      versions: ['1.5', '1.6'],
    });
    const ask = (text: string) => {
      for (const assertion of [...reading.assertions, ...cve({ version: '1.0', lessThan: '2.0' }).assertions])
        evaluate(assertion, { version: text });
      return reading;
    };

    expect(PIECES.map((piece) => growth(ask, piece)).filter((ratio) => ratio > 15)).toEqual([]);
  });

  it.each<[string, (count: number) => Reading]>([
    [
      'events',
      (count) =>
        osv({
          ranges: [
            {
              type: 'SEMVER',
              events: times(count, (n) => (n % 2 === 0 ? { introduced: `${n}.0.0` } : { fixed: `${n}.0.0` })),
            },
          ],
        }),
    ],
    ['versions', (count) => osv({ versions: times(count, (n) => `${n}.0`) })],
    ['CPE matches', (count) => nvd(...times(count, (n) => ({ criteria: `cpe:2.3:a:v:p${n % 7}:${n}:*:*:*:*:*:*:*` })))],
    [
      'nodes that must all hold',
      (count) =>
        readNvd({
          configurations: [
            {
              operator: 'AND',
              nodes: times(count, (n) => ({ cpeMatch: [{ criteria: `cpe:2.3:a:v:p${n}:1:*:*:*:*:*:*:*` }] })),
            },
          ],
        }),
    ],
    ['entries', (count) => cve(...times(count, (n) => ({ version: `${n}`, lessThan: `${n + 1}` })))],
    [
      'changes',
      (count) =>
        cve({ version: '0', lessThan: '*', changes: times(count, (n) => ({ at: `${n}.1`, status: 'unaffected' })) }),
    ],
  ])('in the number of %s', (_name, read) => {
    expect(ratioOf([() => read(2_000), () => read(20_000)])).toBeLessThanOrEqual(15);
  });
});

/** How many times longer the longer text takes; 0 where it takes so little that the clock's own noise would decide. */
function growth(read: (text: string) => Reading, piece: string): number {
  const [small, large] = [SMALL, LARGE].map((length) => piece.repeat(Math.ceil(length / piece.length))) as [
    string,
    string,
  ];
  return ratioOf([() => read(small), () => read(large)]);
}

/**
 * Collecting garbage of the run before, or a busy machine, may spoil one measurement, not three. Another run of the larger can
 * only lessen the ratio: the first that is good is enough.
 */
function ratioOf([small, large]: readonly [() => Reading, () => Reading]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least > 15; attempt += 1) {
    let longer = spentOn(large);
    if (longer < 20) return 0;
    const shorter = Math.max(Math.min(spentOn(small), spentOn(small), spentOn(small)), 1);
    for (let run = 1; run < 3 && longer / shorter > 15; run += 1) longer = Math.min(longer, spentOn(large));
    least = Math.min(least, longer < 20 ? 0 : longer / shorter);
  }
  return least;
}

/** CPU time in milliseconds: reading, and one question to all that was read. */
function spentOn(read: () => Reading): number {
  const before = process.cpuUsage();
  for (const assertion of read().assertions) evaluate(assertion, { version: '1.5.0' });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function cve(...given: (object | string)[]): Reading {
  const product = given.find((entry) => typeof entry === 'string') ?? 'p';
  const versions = given
    .filter((entry) => typeof entry === 'object')
    .map((entry) => Object.assign(entry, { status: 'affected' }));
  return readCve({ containers: { cna: { affected: [{ vendor: 'v', product, versions }] } } });
}

function advisory(vulnerable_version_range: string): Reading {
  return readAdvisory({ vulnerabilities: [{ package: { ecosystem: 'npm', name: 'p' }, vulnerable_version_range }] });
}

function osv(affected: object): Reading {
  return readOsv({ id: 'X-1', affected: [{ package: { ecosystem: 'PyPI', name: 'p' }, ...affected }] });
}

function nvd(...cpeMatch: object[]): Reading {
  return readNvd({ configurations: [{ nodes: [{ operator: 'OR', cpeMatch }] }] });
}
