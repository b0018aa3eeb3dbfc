import { describe, expect, it } from 'vitest';
import { cveList, document, nvd, osv, repackaged } from '../../test/dossier-records.ts';
import { affectedPackages } from '../dossier/affected-packages.ts';
import type { SourceDocument } from '../dossier/facts.ts';
import { packageClaims } from '../dossier/package-claims.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import {
  type AdviceSubject,
  findAttribute,
  isBuild,
  isNamedIn,
  joinSubjects,
  rankSubjects,
  toCollectionSubject,
  tokenize,
} from './subjects.ts';

function join(...documents: readonly SourceDocument[]): AdviceSubject[] {
  const claims = documents.flatMap((each) => packageClaims(readVulnerabilityRecord(each)));
  return joinSubjects(affectedPackages(claims).packages, claims);
}

const semver = { status: 'affected', versionType: 'semver' };
const below = (lessThan: string, version = '0') => ({ ...semver, version, lessThan });
const upTo = (lessThanOrEqual: string, version = '0') => ({ ...semver, version, lessThanOrEqual });
const entry = (product: string, versions: readonly object[], defaultStatus = 'unaffected', vendor = 'acme') => ({
  vendor,
  product,
  versions,
  defaultStatus,
});
const one = (versions: readonly object[], defaultStatus?: string) =>
  join(cveList({ affected: [entry('thing', versions, defaultStatus)] }));
const several = (count: number) => Array.from({ length: count }, (_, i) => ({ ...semver, version: `1.0.${i}` }));
const about = (id: string, ecosystem: string, name: string, events: readonly object[], more: object = {}) =>
  osv(id, [], { affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }], ...more }] });

describe('how far the affected versions of a product go', () => {
  it.each<[string, AdviceSubject['extent'], readonly object[], string?]>([
    ['versions named one by one', { kind: 'listed', versions: ['1.0.0', '1.0.1'] }, several(2).toReversed()],
    [
      'as many versions as people name',
      { kind: 'listed', versions: several(20).map(({ version }) => version) },
      several(20),
    ],
    ['more versions than people name', { kind: 'open' }, several(21)],
    ['versions beside which nothing is said', { kind: 'open' }, several(2), 'unknown'],
    ['versions beside which all are affected', { kind: 'open' }, several(2), 'affected'],
    ['a fix', { kind: 'bounded', beyond: null }, [below('2.0.0')]],
    ['a last version', { kind: 'bounded', beyond: '2.0.0' }, [upTo('2.0.0')]],
    [
      'the highest of two last versions',
      { kind: 'bounded', beyond: '10.0.0' },
      [upTo('10.0.0', '9.0.0'), upTo('9.0.0', '1.0.0')],
    ],
    ['a fix above a last version', { kind: 'bounded', beyond: null }, [upTo('2.0.0'), below('3.0.0', '2.5.0')]],
    [
      'a fix that is a last version too',
      { kind: 'bounded', beyond: '2.0.0' },
      [upTo('2.0.0', '1.0.0'), below('2.0.0')],
    ],
    [
      'a last version beside listed ones',
      { kind: 'bounded', beyond: '2.0.0' },
      [upTo('2.0.0', '1.0.0'), ...several(1)],
    ],
    ['a last line', { kind: 'bounded', beyond: null }, [upTo('2.*')]],
    [
      'ends in two orders',
      { kind: 'bounded', beyond: null },
      [upTo('2.0.0'), { ...upTo('1.0.0'), versionType: 'maven' }],
    ],
    ['a range without an end', { kind: 'open' }, [below('2.0.0'), { ...semver, version: '3.0.0', lessThan: '*' }]],
    ['free text', { kind: 'unstated' }, [{ status: 'affected', version: 'some of them' }]],
  ])('%s', (_, extent, versions, defaultStatus) => {
    const [subject] = one([...versions, { ...below('0.0.2', '0.0.1'), status: 'unaffected' }], defaultStatus);

    expect(subject?.extent).toEqual(extent);
  });
});

describe('what several sources say about one subject', () => {
  it('is joined for a product, whatever vendor they give', () => {
    const criteria = 'cpe:2.3:a:acme_inc:cool_thing:*:*:*:*:*:*:*:*';
    const cpeMatch = [{ vulnerable: true, criteria, versionEndExcluding: '1.10.0' }];

    const subjects = join(
      cveList({ affected: [entry('Cool Thing', [below('1.9.0')])] }),
      nvd({ configurations: [{ nodes: [{ operator: 'OR', negate: false, cpeMatch }] }] }),
    );

    expect(subjects).toMatchObject([
      {
        ecosystem: null,
        vendor: 'acme',
        name: 'Cool Thing',
        kind: 'product',
        isSubject: true,
        fixedIn: ['1.9.0', '1.10.0'],
        sources: ['cve_list_v5', 'nvd'],
        records: ['CVE-2099-0001'],
        vendors: ['acme', 'acme_inc'],
      },
    ]);
  });

  it('is joined for a package as its ecosystem compares names, each fix once', () => {
    const subjects = join(
      about('PYSEC-1', 'PyPI', 'Cool_Thing', [{ introduced: '0' }, { fixed: '1.10' }]),
      about('GHSA-1', 'PyPI', 'cool-thing', [
        { introduced: '0' },
        { fixed: '1.10.0' },
        { introduced: '0.5' },
        { fixed: '1.9' },
      ]),
      about('GHSA-2', 'PyPI', 'cool-thing', [{ introduced: '0' }, { fixed: '1.9' }]),
    );

    expect(subjects).toMatchObject([{ ecosystem: 'PyPI', sources: ['osv'], fixedIn: ['1.9', '1.10'] }]);
    expect(subjects[0]?.records.toSorted()).toEqual(['GHSA-1', 'GHSA-2', 'PYSEC-1']);
  });

  it('is kept apart for packages of two ecosystems, and for names that npm tells apart', () => {
    const fixed = [{ introduced: '0' }, { fixed: '1.0.0' }];

    const subjects = join(
      about('A', 'npm', 'thing', fixed),
      about('B', 'npm', 'Thing', fixed),
      about('C', 'PyPI', 'thing', fixed),
    );

    expect(subjects.map(({ ecosystem, name }) => `${ecosystem} ${name}`).toSorted()).toEqual([
      'PyPI thing',
      'npm Thing',
      'npm thing',
    ]);
  });

  it('has the commits that fix it, and what others make of a product', () => {
    const commits = { ranges: [{ type: 'GIT', events: [{ introduced: '0' }, { fixed: 'f'.repeat(40) }] }] };

    const subjects = join(
      cveList({ affected: [entry('thing', [below('1.2.0')])] }),
      osv('GHSA-1', [], { affected: [{ package: { ecosystem: 'npm', name: 'other' }, ...commits }] }),
      repackaged('BIT-thing-1'),
    );

    const [product, made] = ['product', 'repackaging'].map((kind) => subjects.find((each) => each.kind === kind));
    expect(product?.repackagings.map(({ ecosystem, name }) => `${ecosystem} ${name}`)).toEqual(['Bitnami thing']);
    expect(made?.repackagings).toEqual([]);
    expect(subjects.find(({ name }) => name === 'other')?.fixCommits).toEqual(['f'.repeat(40)]);
  });
});

describe('the order of subjects', () => {
  const GO = { kind: 'package', ecosystem: 'Go' } as const;
  const subject = (name: string, beside: Partial<AdviceSubject> = {}): AdviceSubject => ({
    ...toCollectionSubject(name),
    ...beside,
  });
  const packaged = { kind: 'package', ecosystem: 'npm' } as const;

  function rank(
    subjects: readonly AdviceSubject[],
    {
      title = null,
      collected = [],
      wayOut = {},
    }: { title?: string | null; collected?: readonly string[]; wayOut?: Readonly<Record<string, number>> },
  ): string {
    const ranked = rankSubjects(subjects, { title, collected, gradeWayOut: ({ name }) => wayOut[name] ?? 0 });
    return ranked.map(({ name }) => name).join(' ');
  }

  it.each<[string, string, readonly AdviceSubject[], Parameters<typeof rank>[1]]>([
    [
      'software before builds of it',
      'b a c',
      [subject('a', { kind: 'build' }), subject('b'), subject('c', { kind: 'repackaging' })],
      { wayOut: { a: 2, c: 1 } },
    ],
    [
      'a version to move to before versions to leave',
      'c b a',
      [subject('a'), subject('b'), subject('c')],
      { title: 'a', wayOut: { b: 1, c: 2 } },
    ],
    ['what the title names', 'b a', [subject('a', { records: ['1', '2'] }), subject('b')], { title: 'Hole in B' }],
    ['what the collection carries', 'b a', [subject('a', { records: ['1', '2'] }), subject('b')], { collected: ['b'] }],
    [
      'what several sources name',
      'b a',
      [subject('a', { isSubject: true }), subject('b', { sources: ['osv', 'nvd'] })],
      {},
    ],
    [
      'what several records name',
      'b a',
      [subject('a', { isSubject: true }), subject('b', { records: ['1', '2'] })],
      {},
    ],
    ['what the CVE is about', 'b a', [subject('a'), subject('b', { isSubject: true })], {}],
    [
      'what the CVE is about, of those that very many name',
      'b a',
      [
        subject('a', { records: Array.from({ length: 30 }, (_, i) => `${i}`) }),
        subject('b', { isSubject: true, records: Array.from({ length: 8 }, (_, i) => `${i}`) }),
      ],
      {},
    ],
    ['as they come otherwise', 'a b', [subject('a'), subject('b')], {}],
    [
      'no product whose package has a way out',
      'jinja2',
      [subject('Jinja2'), subject('jinja2', packaged)],
      { wayOut: { jinja2: 2 } },
    ],
    [
      'a product whose package has none',
      'Jinja2 jinja2',
      [subject('Jinja2'), subject('jinja2', packaged)],
      { wayOut: { Jinja2: 1 } },
    ],
    [
      'a package of the same name elsewhere',
      'jinja2 jinja2',
      [subject('jinja2', { kind: 'package', ecosystem: 'PyPI' }), subject('jinja2', packaged)],
      { wayOut: { jinja2: 2 } },
    ],
    [
      'no product whose name is within the package’s, with the same fix',
      'jinja2',
      [subject('Jinja', { fixedIn: ['2023.7.22'] }), subject('jinja2', { ...packaged, fixedIn: ['2023.07.22'] })],
      { wayOut: { jinja2: 2 } },
    ],
    [
      'no product that has the package’s name within its own, with the same fix',
      'jinja',
      [subject('jinja2lib', { fixedIn: ['1.0'] }), subject('jinja', { ...packaged, fixedIn: ['1.0'] })],
      { wayOut: { jinja: 2 } },
    ],
    [
      'a product of another fix',
      'jinja2 Jinja',
      [subject('Jinja', { fixedIn: ['1.0'] }), subject('jinja2', { ...packaged, fixedIn: ['1.1'] })],
      { wayOut: { jinja2: 2 } },
    ],
    [
      'a product without a fix',
      'jinja2 Jinja',
      [subject('Jinja'), subject('jinja2', packaged)],
      { wayOut: { jinja2: 2 } },
    ],
    [
      'a product whose short name is within the package’s',
      'log4j log',
      [subject('log', { fixedIn: ['1.0'] }), subject('log4j', { ...packaged, fixedIn: ['1.0'] })],
      { wayOut: { log4j: 2 } },
    ],
    [
      'a package whose name is within another’s',
      'jinja2lib jinja2',
      [subject('jinja2', { ...packaged, fixedIn: ['1.0'] }), subject('jinja2lib', { ...packaged, fixedIn: ['1.0'] })],
      { wayOut: { jinja2lib: 2 } },
    ],
    [
      'no path within a Go module, and no part of its standard library',
      'golang.org/x/net stdlib',
      [
        subject('golang.org/x/net', { ...GO, fixedIn: ['1.0'] }),
        subject('golang.org/x/net/html', { ...GO, fixedIn: ['1.0'] }),
        subject('stdlib', { ...GO, fixedIn: ['1.0'] }),
        subject('net/http', { ...GO, fixedIn: ['1.0'] }),
      ],
      { wayOut: { 'golang.org/x/net': 2, stdlib: 2 } },
    ],
    [
      'a Go module beside one whose name it begins with',
      'golang.org/x/net golang.org/x/netx',
      [
        subject('golang.org/x/net', { ...GO, fixedIn: ['1.0'] }),
        subject('golang.org/x/netx', { ...GO, fixedIn: ['1.0'] }),
      ],
      { wayOut: { 'golang.org/x/net': 2 } },
    ],
    [
      'a package of npm beside Go’s standard library',
      'stdlib net/http',
      [subject('net/http', { ...packaged, fixedIn: ['1.0'] }), subject('stdlib', { ...GO, fixedIn: ['1.0'] })],
      { wayOut: { stdlib: 2 } },
    ],
  ])('has %s', (_, expected, subjects, ranking) => {
    expect(rank(subjects, ranking)).toBe(expected);
  });
});

it('splits a title into words, and no more than a title has', () => {
  expect(tokenize('Heap overflow in libwebp (CVE-2023-4863), naïve')).toEqual([
    'heap',
    'overflow',
    'in',
    'libwebp',
    'cve',
    '2023',
    '4863',
    'naïve',
  ]);
  expect(tokenize('')).toEqual([]);
  expect(tokenize('word '.repeat(100))).toHaveLength(60);
});

it.each([
  ['Remote code execution in log4j core', 'org.apache.logging.log4j:log4j-core', true],
  ['Remote code execution in log4j', 'log4j-core', true],
  ['Remote code execution in Log4j2', 'log4j-core', false],
  ['OpenSSL: X.400 address type confusion', 'openssl', true],
  ['A hole in openssl', 'OpenSSL', true],
  ['A hole in Apache HTTP Server', 'Apache HTTP Server', true],
  ['A hole in Apache Server', 'Apache HTTP Server', false],
  ['A server of HTTP by Apache', 'Apache HTTP Server', false],
  ['A hole in net', 'golang.org/x/net', true],
  ['A hole in a network', 'golang.org/x/net', false],
  ['A hole in it', '/', false],
  ['The core of it', 'core', true],
  ['A hole', 'libwebp', false],
])('%j names %s: %s', (title, name, expected) => {
  expect(isNamedIn(tokenize(title), name)).toBe(expected);
});

it.each<[readonly string[], string, string | undefined]>([
  [['openssl_1_1', 'openssl'], 'OpenSSL', 'openssl'],
  [['curl', 'openssl_1_1'], 'OpenSSL', 'openssl_1_1'],
  [['curl'], 'OpenSSL', undefined],
  [[], 'OpenSSL', undefined],
])('of %j the one that carries %s is %s', (attributes, name, expected) => {
  expect(findAttribute(attributes, name)).toBe(expected);
});

it.each([
  ['build', true],
  ['repackaging', true],
  ['product', false],
  ['package', false],
  ['repository', false],
] as const)('a %s has versions of its own: %s', (kind, expected) => {
  expect(isBuild({ kind })).toBe(expected);
});

it('a package of the collection stands for itself', () => {
  expect(toCollectionSubject('openssl_1_1')).toMatchObject({
    ecosystem: null,
    name: 'openssl_1_1',
    kind: 'product',
    isSubject: false,
    sources: ['packages'],
    records: ['openssl_1_1'],
    extent: { kind: 'unstated' },
  });
});

it('reads no fix for a document that says nothing', () => {
  expect(join(document('osv', 'A', {}))).toEqual([]);
});
