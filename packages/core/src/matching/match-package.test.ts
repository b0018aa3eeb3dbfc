import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../test/matching-entry.ts';
import { readCve } from '../ranges/cve.ts';
import type { Confidence } from '../ranges/model.ts';
import { readNvd } from '../ranges/nvd.ts';
import { readOsv } from '../ranges/osv.ts';
import type { CollectionFact, FoundAssertion, MatchFacts, TrackedIssue } from './facts.ts';
import { recordFactOf } from './load/record-facts.ts';
import { openSelection } from './load/selection.ts';
import { matchPackage } from './match-package.ts';

const CVE = 'CVE-2026-10001';

interface Entry {
  readonly vendor?: string;
  readonly product?: string;
  readonly versions?: readonly object[];
  readonly defaultStatus?: string;
  readonly more?: object;
  readonly state?: string;
  readonly references?: readonly string[];
  readonly description?: string;
}

const below = (lessThan: string) => [{ version: '0', lessThan, status: 'affected', versionType: 'semver' }];
/** As assigners write who do not know of a fix. */
const EVERY = [{ version: '0', status: 'affected', lessThan: '*', versionType: 'custom' }];

function cve(
  {
    vendor = 'tidewater',
    product = 'harbour',
    versions = below('2.0'),
    defaultStatus = 'unaffected',
    more,
    state = 'PUBLISHED',
    references = [],
    description = 'A hole.',
  }: Entry = {},
  id = CVE,
) {
  const affected = [{ vendor, product, versions, defaultStatus, ...more }];
  const descriptions = [{ lang: 'en', value: description }];
  const cna = { title: 'A hole', descriptions, affected, references: references.map((url) => ({ url })) };
  return { cveMetadata: { cveId: id, state }, containers: { cna } };
}

/** The record with what CISA added to it. */
function enriched(record: ReturnType<typeof cve>, affected: object) {
  const adp = [{ providerMetadata: { shortName: 'CISA-ADP' }, affected: [affected] }];
  return { ...record, containers: { ...record.containers, adp } };
}

function osv(id: string, ecosystem: string, name: string, events: readonly object[], more: object = {}) {
  return { id, affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }] }], ...more };
}

function listing(record: ReturnType<typeof osv>, versions: readonly string[]) {
  return { ...record, affected: record.affected.map((entry) => ({ ...entry, versions })) };
}

function nvd(criteria: string, bounds: object = {}) {
  return { id: CVE, configurations: [{ nodes: [{ cpeMatch: [{ vulnerable: true, criteria, ...bounds }] }] }] };
}

interface Told {
  readonly cves?: readonly object[];
  readonly osvs?: readonly { readonly id: string; readonly aliases?: readonly string[] }[];
  readonly nvds?: readonly object[];
}

/** Everything that records say, as the service would hand it over. */
function factsOf(
  asked: string,
  version: string | null,
  told: Told,
  collection: readonly CollectionFact[],
  more: Partial<MatchFacts> = {},
): MatchFacts {
  const { cves = [], osvs = [], nvds = [] } = told;
  const found: FoundAssertion[] = [
    ...cves.flatMap((value) => readCve(value).assertions),
    ...osvs.flatMap((value) => readOsv(value).assertions),
    ...nvds.flatMap((value) => readNvd(value).assertions),
  ].map((assertion) => ({ assertion, sha256: null }));
  const records = [
    ...cves.map((value) => recordFactOf({ source: 'cve_list_v5', key: CVE, value })),
    ...osvs.map((value) => recordFactOf({ source: 'osv', key: value.id, value })),
    ...nvds.map((value) => recordFactOf({ source: 'nvd', key: CVE, value })),
  ];
  const aliases = osvs.flatMap(({ id, aliases: ids }) =>
    ids === undefined ? [] : [{ id: [id, ...ids].toSorted()[0] ?? id, ids: [id, ...ids] }],
  );
  const sources = ['cve_list_v5', 'nvd', 'osv', 'packages'].map((source) => ({ source, state: 'ok' }));
  return { question: { package: asked, version }, collection, issues: [], found, aliases, records, sources, ...more };
}

const HARBOUR = entryOf('harbour', { homepage: 'https://github.com/tidewater/harbour', version: '1.5' });
const issue = (more: Partial<TrackedIssue> = {}): TrackedIssue => ({
  number: 7,
  title: `harbour: ${CVE}`,
  url: 'https://example.com/7',
  state: 'open',
  cves: [CVE],
  packages: ['harbour'],
  fixed: false,
  ...more,
});

/** What it comes to: the confidence and the rule, or null where there is no match. */
function outcome(facts: MatchFacts): string | null {
  const { matches, otherMatches } = matchPackage(facts);
  const match = matches[0] ?? otherMatches[0];
  if (match === undefined) return null;
  const [first] = match.proof.evidence;
  return `${match.confidence} ${match.proof.rule} ${first?.identity.rule}`;
}

describe('a product of the collection', () => {
  const PROJECT = entryOf('harbour', { homepage: 'https://www.harbour.example/' });
  it.each<[string, CollectionFact, Told, string | null]>([
    ['with a vendor that owns the repository', HARBOUR, { cves: [cve()] }, 'high exact_confirmed vendor_agrees'],
    [
      'with a legal form',
      HARBOUR,
      { cves: [cve({ vendor: 'Tidewater, Inc.' })] },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'with the vendor before its name',
      HARBOUR,
      { cves: [cve({ product: 'Tidewater Harbour' })] },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'that the collection declares',
      entryOf('harbor', { cpes: ['cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*'] }),
      { nvds: [nvd('cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*', { versionEndExcluding: '2.0' })] },
      'high exact_confirmed declared_cpe',
    ],
    [
      'to which the record points',
      HARBOUR,
      { cves: [cve({ vendor: 'x', references: ['https://github.com/tidewater/harbour/pull/1'] })] },
      'high exact_confirmed references_agree',
    ],
    ['of another vendor', HARBOUR, { cves: [cve({ vendor: 'elsewhere' })] }, 'low possible vendor_disagrees'],
    ['named after itself, elsewhere', HARBOUR, { cves: [cve({ vendor: 'harbour' })] }, 'low possible other_home'],
    [
      'named after itself, with a site of its own',
      PROJECT,
      { cves: [cve({ vendor: 'harbour_project' })] },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'with a site of its own and an unknown vendor',
      PROJECT,
      { cves: [cve({ vendor: 'somebody' })] },
      'medium likely_confirmed own_site',
    ],
    ['of no vendor', HARBOUR, { cves: [cve({ vendor: 'n/a' })] }, 'low possible name_alone'],
    [
      'that is a plug-in',
      HARBOUR,
      { nvds: [nvd('cpe:2.3:a:tidewater:harbour:*:*:*:*:*:wordpress:*:*', { versionEndExcluding: '2.0' })] },
      null,
    ],
    ['that is for Windows alone', HARBOUR, { cves: [cve({ more: { platforms: ['Windows'] } })] }, null],
    [
      'that is for Windows alone, whatever an enrichment leaves out',
      HARBOUR,
      {
        cves: [
          enriched(cve({ product: 'Harbour Suite', more: { platforms: ['Windows', 'x64'] } }), {
            vendor: 'tidewater',
            product: 'harbour',
            versions: below('2.0'),
            cpes: ['cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*'],
          }),
        ],
        nvds: [nvd('cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*', { versionEndExcluding: '2.0' })],
      },
      null,
    ],
    [
      'that is for Windows and Linux',
      HARBOUR,
      { cves: [cve({ more: { platforms: ['Windows', 'Linux'] } })] },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'whose description places it on Windows',
      HARBOUR,
      { cves: [cve({ description: 'Harbour before 2.0 on Windows loads a DLL from its working directory.' })] },
      'low possible described_elsewhere',
    ],
    [
      'whose description places it on Windows and Linux',
      HARBOUR,
      { cves: [cve({ description: 'Harbour before 2.0 on Windows and Linux reads any file.' })] },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'that is for Linux by its platforms, whatever its description says',
      HARBOUR,
      {
        cves: [
          cve({
            description: 'Harbour before 2.0 on Windows reads any file.',
            more: { platforms: ['Linux', 'Windows'] },
          }),
        ],
      },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'that only an enrichment names',
      HARBOUR,
      {
        cves: [
          enriched(cve({ vendor: 'Gatehouse', product: 'Garden' }), {
            vendor: 'pier',
            product: 'harbour',
            versions: below('2.0'),
          }),
        ],
      },
      'low possible enricher_alone',
    ],
    [
      'that an enrichment names as the assigner does',
      HARBOUR,
      {
        cves: [
          enriched(cve({ vendor: 'Tidewater', product: 'Harbour Suite' }), {
            vendor: 'tidewater',
            product: 'harbour',
            versions: below('2.0'),
          }),
        ],
      },
      'medium exact_enriched vendor_agrees',
    ],
    [
      'under a name with another separator',
      entryOf('har-bour', { homepage: 'https://github.com/tidewater/har-bour' }),
      { cves: [cve({ product: 'Har Bour' })] },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'under a name that differs in case and suffix',
      entryOf('harbour-bin', { makers: ['tidewater'] }),
      { cves: [cve()] },
      'medium likely_confirmed vendor_agrees',
    ],
  ])('%s', (_, entry, told, expected) => {
    expect(outcome(factsOf(entry.attribute, '1.5', told, [entry]))).toBe(expected);
  });
});

describe('a package of a language', () => {
  const member = entryOf('python312Packages.lock-step', { ecosystem: 'PyPI', ecosystemName: 'lock-step' });
  const fixed = [{ introduced: '0' }, { fixed: '2.0' }];
  it.each<[string, Told, string | null]>([
    [
      'of its registry, in any spelling',
      { osvs: [osv('PYSEC-1', 'PyPI', 'Lock_Step', fixed)] },
      'high exact_confirmed language_set',
    ],
    ['of another registry', { osvs: [osv('GHSA-1', 'npm', 'lock-step', fixed)] }, null],
    [
      'as a product of the same name',
      { cves: [cve({ vendor: 'lock-step', product: 'lock-step' })] },
      'low possible language_product',
    ],
    [
      'as a product made for the language',
      { nvds: [nvd('cpe:2.3:a:x:lock-step:*:*:*:*:*:python:*:*', { versionEndExcluding: '2.0' })] },
      'high exact_confirmed target_agrees',
    ],
    [
      'with all its versions',
      { osvs: [osv('PYSEC-1', 'PyPI', 'lock-step', [{ introduced: '0' }])] },
      'medium exact_partial language_set',
    ],
    [
      'with all its versions, though it lists some and not this one',
      { osvs: [listing(osv('PYSEC-1', 'PyPI', 'lock-step', [{ introduced: '0' }]), ['1.0', '1.1'])] },
      'low possible language_set',
    ],
    [
      'with all its versions, and lists this one',
      { osvs: [listing(osv('PYSEC-1', 'PyPI', 'lock-step', [{ introduced: '0' }]), ['1.0', '1.5'])] },
      'high exact_confirmed language_set',
    ],
    [
      'that is malware, and lists other versions',
      { osvs: [listing(osv('MAL-1', 'PyPI', 'lock-step', [{ introduced: '0' }]), ['1.0'])] },
      'medium exact_partial language_set',
    ],
    [
      'that is malware',
      { osvs: [osv('MAL-1', 'PyPI', 'lock-step', [{ introduced: '0' }])] },
      'high exact_confirmed language_set',
    ],
    ['withdrawn', { osvs: [osv('PYSEC-1', 'PyPI', 'lock-step', fixed, { withdrawn: '2026-01-01' })] }, null],
    ['past the fix', { osvs: [osv('PYSEC-1', 'PyPI', 'lock-step', [{ introduced: '0' }, { fixed: '1.0' }])] }, null],
    [
      'with a bound that nobody can read',
      { osvs: [osv('PYSEC-1', 'PyPI', 'lock-step', [{ introduced: '0' }, { fixed: 'next' }])] },
      'low undecided language_set',
    ],
  ])('%s', (_, told, expected) => {
    expect(outcome(factsOf(member.attribute, '1.5', told, [member]))).toBe(expected);
  });
});

it('does not take bindings for what they bind, though both have one home page', () => {
  const entry = entryOf('python312Packages.harbour', {
    ecosystem: 'PyPI',
    ecosystemName: 'harbour',
    homepage: 'https://www.harbour.example/',
  });
  const told = { cves: [cve({ vendor: 'harbour', references: ['https://www.harbour.example/security'] })] };

  expect(outcome(factsOf(entry.attribute, '1.5', told, [entry]))).toBe('low possible language_product');
});

it('does not take a name without its maker for a product of somebody else', () => {
  const entry = entryOf('tidewater-cli', { homepage: 'https://cli.tidewater.example/' });

  expect(
    outcome(factsOf('tidewater-cli', '1.5', { cves: [cve({ vendor: 'cli', product: 'cli' })] }, [entry])),
  ).toBeNull();
});

describe('a name that the collection does not know', () => {
  const fixed = [{ introduced: '0' }, { fixed: '2.0' }];
  it.each<[string, string, Told, string | null]>([
    [
      'is the registry’s that has such names',
      '@a/b',
      { osvs: [osv('GHSA-1', 'npm', '@a/b', fixed)] },
      'high exact_confirmed name_form',
    ],
    [
      'may be that of any registry',
      'left',
      { osvs: [osv('GHSA-1', 'npm', 'left', fixed)] },
      'medium likely_confirmed registry_name',
    ],
    [
      'says little of a distribution’s build',
      'left',
      { osvs: [osv('DSA-1', 'Debian:12', 'left', fixed)] },
      'low possible distribution_name',
    ],
    [
      'is upstream’s where upstream’s names are kept',
      'left',
      { osvs: [osv('BIT-1', 'Bitnami', 'left', fixed)] },
      'medium likely_confirmed upstream_name',
    ],
  ])('%s', (_, name, told, expected) => {
    expect(outcome(factsOf(name, '1.5', told, []))).toBe(expected);
  });
});

it.each([
  ['harbour_3_9', '2.13-3.9.1', below('3.7.2'), null],
  ['harbour_3_9', '2.13-3.9.1', below('3.9.2'), 'high'],
  ['harbour_3_9', '3.9.1', below('3.9.2'), 'high'],
  ['harbour_4_1', '2.44.3', below('2.44.4'), 'high'],
])('%s at %s is compared by its release line', (attribute, version, versions, expected) => {
  const entry = { ...HARBOUR, attribute, pname: 'harbour', version };
  const told = { cves: [cve({ versions })] };

  expect(outcome(factsOf(attribute, version, told, [entry]))?.split(' ', 1)[0] ?? null).toBe(expected);
});

it.each([
  ['9.16.23-1.el9', 'affected'],
  ['9.16.23-12.el9', 'unknown'],
  ['32:9.16.23-12.el9', 'not_affected'],
  ['32:9.16.23-1.el9', 'affected'],
])('a build %s of which the epoch may be missing is %s', (version, expected) => {
  const told = { osvs: [osv('ALSA-1', 'AlmaLinux:9', 'bind', [{ introduced: '0' }, { fixed: '32:9.16.23-11.el9' }])] };
  const question = { package: 'bind', version, ecosystem: 'AlmaLinux:9' };

  expect(matchPackage(factsOf('bind', version, told, [], { question })).verdict).toBe(expected);
});

describe('what is said of versions', () => {
  const ask = (version: string | null, versions: readonly object[], more: Entry = {}) =>
    outcome(factsOf('harbour', version, { cves: [cve({ versions, ...more })] }, [HARBOUR]));

  it.each<[string, string | null, readonly object[], Entry, string | null]>([
    ['before its own bound', '2.0', below('2.0'), {}, null],
    [
      'with an order that was assumed, of plain numbers',
      '1.5',
      [{ version: '0', lessThan: '2.0', status: 'affected', versionType: 'custom' }],
      {},
      'high exact_confirmed vendor_agrees',
    ],
    [
      'with an order that was assumed, of others',
      '1.5rc1',
      [{ version: '0', lessThan: '2.0', status: 'affected', versionType: 'custom' }],
      {},
      'medium exact_partial vendor_agrees',
    ],
    [
      'from an unknown beginning',
      '1.5',
      [{ version: 'unspecified', lessThan: '2.0', status: 'affected', versionType: 'custom' }],
      {},
      'medium exact_partial vendor_agrees',
    ],
    [
      'without an end',
      '1.5',
      [{ version: '1.0', lessThan: '*', status: 'affected', versionType: 'semver' }],
      {},
      'medium exact_partial vendor_agrees',
    ],
    ['of an environment, whose number is the interpreter’s', '1.5-env', below('2.0'), {}, 'low possible vendor_agrees'],
    [
      'of a snapshot of software without releases',
      '0-unstable-2025-09-13',
      below('23.11'),
      {},
      'low possible vendor_agrees',
    ],
    ['up to a commit', '1.5', below('5ab3c4c'), {}, 'low possible vendor_agrees'],
    [
      'by the year, of a version that is not',
      '25.1',
      [{ version: '0', lessThan: '2023.4', status: 'affected', versionType: 'custom' }],
      {},
      'low possible vendor_agrees',
    ],
    ['past the end, without a default', '3.0', below('2.0'), { defaultStatus: 'unknown' }, null],
    [
      'past the end, with a default that contradicts it',
      '3.0',
      below('2.0'),
      { defaultStatus: 'affected' },
      'low undecided vendor_agrees',
    ],
    [
      'as all but those that are fixed',
      '1.5',
      [{ version: '2.0', lessThan: '*', status: 'unaffected', versionType: 'semver' }],
      { defaultStatus: 'affected' },
      'high exact_confirmed vendor_agrees',
    ],
    [
      'in words nobody can read',
      '1.5',
      [{ version: 'see the advisory', status: 'affected' }],
      {},
      'low undecided vendor_agrees',
    ],
    ['where none was given', null, below('2.0'), {}, 'medium exact_no_version vendor_agrees'],
    ['where the product is named as unaffected alone', '1.5', [], {}, null],
    ['where it is so, and none was given', null, [{ version: '1.0', status: 'unaffected' }], {}, null],
    ['by a rejected record', '1.5', below('2.0'), { state: 'REJECTED' }, null],
  ])('%s', (_, version, versions, more, expected) => {
    expect(ask(version, versions, more)).toBe(expected);
  });

  it('by who assigned the CVE counts before what was added to the record later', () => {
    const told = cve({ versions: below('1.0') });
    const affected = [{ vendor: 'tidewater', product: 'harbour', versions: below('11.0'), defaultStatus: 'unknown' }];
    const adp = [{ providerMetadata: { shortName: 'CISA-ADP' }, affected }];
    const both = {
      ...told,
      containers: { cna: { ...told.containers.cna, providerMetadata: { shortName: 'tidewater' } }, adp },
    };

    expect(outcome(factsOf('harbour', '1.5', { cves: [both] }, [HARBOUR]))).toBeNull();
    expect(outcome(factsOf('harbour', '0.5', { cves: [both] }, [HARBOUR]))).toBe('high exact_confirmed vendor_agrees');
  });

  it('by a commit is no bound for a version', () => {
    const versionEndIncluding = '5000749f5afe3b956fc916e407309de840997f4a';
    const told = { nvds: [nvd('cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*', { versionEndIncluding })] };

    expect(outcome(factsOf('harbour', '1.5', told, [HARBOUR]))).toBe('low possible vendor_agrees');
  });

  it.each([
    ['two ranges with a gap', [{ introduced: '1.0.0' }, { fixed: '1.1.0-beta1' }, { introduced: '1.1.0' }]],
    ['a fix before the beginning', [{ introduced: '1.1.0' }, { fixed: '1.1.0-beta1' }]],
  ])('leaves open the pre-release between %s', (_, events) => {
    const told = { osvs: [osv('TEST-1', 'Packagist', 'tidewater/harbour', events)] };
    const facts = factsOf('tidewater/harbour', '1.1.0-beta1', told, []);

    expect(outcome({ ...facts, question: { ...facts.question, ecosystem: 'Packagist' } })).toMatch(/^low undecided/);
  });

  it('gives the smallest fix above, and the range in words', () => {
    const versions = [
      { version: '1.0', lessThan: '1.4', status: 'affected', versionType: 'semver' },
      { version: '2.0', lessThan: '2.7', status: 'affected', versionType: 'semver' },
    ];
    const [match] = matchPackage(factsOf('harbour', '1.2', { cves: [cve({ versions })] }, [HARBOUR])).matches;

    expect(match).toMatchObject({
      fixedIn: '1.4',
      affectedVersions: '>= 1.0, < 1.4 || >= 2.0, < 2.7',
      affectedInWords: 'from 1.0 up to but not including 1.4',
    });
  });
});

describe('several sources', () => {
  const events = (fixed: string) => [{ introduced: '0' }, { fixed }];
  const go = (id: string, fixed: string) =>
    osv(id, 'Go', 'github.com/tidewater/harbour', events(fixed), { aliases: [CVE] });

  it('are one match, with all of them named', () => {
    const told = { cves: [cve()], osvs: [go('GHSA-1', '2.0')] };
    const { matches } = matchPackage(factsOf('harbour', '1.5', told, [HARBOUR]));

    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({
      cve: CVE,
      aliases: ['GHSA-1'],
      source: 'osv',
      sources: ['cve_list_v5', 'osv'],
      title: 'A hole',
    });
  });

  it('that contradict each other are shown, and lower what is not firm', () => {
    const open = [{ version: '1.0', lessThan: '*', status: 'affected', versionType: 'semver' }];
    const told = { cves: [cve({ versions: open })], osvs: [go('GHSA-1', '1.2')] };
    const { matches, verdict } = matchPackage(factsOf('harbour', '1.5', told, [HARBOUR]));

    expect(matches[0]).toMatchObject({
      confidence: 'low',
      proof: { rule: 'contradicted', against: [{ kind: 'not_affected', id: 'GHSA-1' }] },
    });
    expect(verdict).toBe('unknown');
  });

  it('of which the CVE’s own lists other versions and a repackager’s includes this one are a doubt', () => {
    const listed = [{ version: '1.0', status: 'affected' }];
    const references = [{ type: 'WEB', url: 'https://github.com/tidewater/harbour' }];
    const packed = osv('BIT-1', 'Bitnami', 'harbour', events('2.0'), { aliases: [CVE], references });
    const told = { cves: [cve({ versions: listed })], osvs: [packed] };
    const { matches, verdict } = matchPackage(factsOf('harbour', '1.5', told, [HARBOUR]));

    expect(matches[0]).toMatchObject({ confidence: 'low', proof: { rule: 'contradicted' } });
    expect(verdict).toBe('unknown');
    expect(matchPackage(factsOf('harbour', '1.5', { cves: told.cves }, [HARBOUR])).verdict).toBe('not_affected');
  });

  it('leave a doubt where a repackager alone includes the version, in a range without an end', () => {
    const references = [{ type: 'WEB', url: 'https://github.com/tidewater/harbour' }];
    const range = [{ introduced: '0' }, { fixed: '1.2' }, { introduced: '1.4' }];
    const packed = osv('BIT-1', 'Bitnami', 'harbour', range, { aliases: [CVE], references });
    const matchAt = (version: string) => matchPackage(factsOf('harbour', version, { osvs: [packed] }, [HARBOUR]));

    expect(matchAt('1.5').matches[0]).toMatchObject({ confidence: 'low', proof: { rule: 'possible' } });
    expect(matchAt('1.1').matches[0]).toMatchObject({ confidence: 'medium', proof: { rule: 'likely_confirmed' } });
  });

  it('of which a collection of builds gives versions that do not compare are a doubt', () => {
    const ranges = [{ type: 'SEMVER', events: events('2.0.0+0') }];
    const affected = [{ package: { ecosystem: 'Julia', name: 'harbour_jll' }, ranges }];
    const told = { osvs: [{ id: 'JLSEC-1', aliases: [CVE], affected }] };
    const { matches, verdict, unknownReasons } = matchPackage(factsOf('harbour', '1.5p2', told, [HARBOUR]));

    expect(matches[0]).toMatchObject({ confidence: 'low', proof: { rule: 'undecided' } });
    expect({ verdict, unknownReasons }).toEqual({ verdict: 'unknown', unknownReasons: ['version_unreadable'] });
  });

  it('of which only who enriched the CVE’s record names the package are of medium confidence', () => {
    const unnamed = cve({ vendor: 'n/a', product: 'n/a', versions: [{ version: 'n/a', status: 'affected' }] });
    const told = { cves: [enriched(unnamed, { vendor: 'tidewater', product: 'harbour', versions: below('2.0') })] };

    expect(outcome(factsOf('harbour', '1.5', told, [HARBOUR]))).toBe('medium exact_enriched vendor_agrees');
  });

  it('of which the Go database includes every version are a match of the module, and none of the program', () => {
    const every = osv('GO-1', 'Go', 'github.com/tidewater/harbour', [{ introduced: '0' }], { aliases: [CVE] });
    const asked = { question: { package: 'github.com/tidewater/harbour', version: '1.5', ecosystem: 'Go' } };
    const module = (cves: readonly object[]) => outcome(factsOf('', '1.5', { cves, osvs: [every] }, [], asked));

    expect(module([])).toBe('medium exact_partial asked_ecosystem');
    expect(module([cve({ versions: below('1.0') })])).toBe('low contradicted asked_ecosystem');
    expect(outcome(factsOf('harbour', '1.5', { osvs: [every] }, [HARBOUR]))).toBe('low possible repository_is_module');
  });

  it('of which the one that is surely about the package clears it are no match by name alone', () => {
    const told = { cves: [cve({ vendor: 'elsewhere' })], osvs: [go('GHSA-1', '1.2')] };

    expect(matchPackage(factsOf('harbour', '1.5', told, [HARBOUR])).matches).toEqual([]);
  });
});

describe('what the collection says', () => {
  const told = { cves: [cve()] };
  const patched = { ...HARBOUR, patched: [CVE] };

  it('by a patch in every entry of the version is a fix, by one in some of them is not', () => {
    const all = matchPackage(factsOf('harbour', '1.5', told, [patched, { ...patched, channel: 'nixos-26.05' }]));
    const some = matchPackage(factsOf('harbour', '1.5', told, [patched, { ...HARBOUR, channel: 'nixos-26.05' }]));

    expect(all.matches[0]).toMatchObject({ status: 'fixed_by_patch', confidence: 'low' });
    expect(all.verdict).not.toBe('affected');
    expect(some.matches[0]).toMatchObject({ status: 'affected', proof: { against: [{ kind: 'patched' }] } });
  });

  it('as a patch of what the tracker alone knows, and says that the patch clears it', () => {
    const issues = [
      { number: 1, title: CVE, url: '', state: 'open' as const, cves: [CVE], packages: ['harbour'], fixed: false },
    ];
    const { verdict, verdictReason } = matchPackage(factsOf('harbour', '1.5', {}, [patched], { issues }));

    expect([verdict, verdictReason]).toEqual([
      'not_affected',
      'nixpkgs has a patch for every known vulnerability of the package.',
    ]);
  });

  it('as a known vulnerability counts, of the version that it carries', () => {
    const entry = { ...HARBOUR, knownVulnerabilities: [`${CVE}: end of life`] };

    expect(outcome(factsOf('harbour', '1.5', {}, [entry]))).toBe('high collection_says collection_word');
    expect(outcome(factsOf('harbour', '1.6', {}, [entry]))).toBeNull();
  });

  it.each<[string, Partial<TrackedIssue>, string | null, string | null]>([
    ['an open issue of the version carried', {}, '1.5', 'low tracked_unstated tracked_issue'],
    ['a closed one', { state: 'closed' }, '1.5', 'low tracked_unstated tracked_issue'],
    ['an open one of another version', {}, '1.6', 'low tracked_unstated tracked_issue'],
    ['one of a variation of the name', { packages: ['harbour-unwrapped'] }, '1.5', null],
  ])('in its tracker: %s', (_, more, version, expected) => {
    expect(outcome(factsOf('harbour', version, {}, [HARBOUR], { issues: [issue(more)] }))).toBe(expected);
  });

  it.each<[string, Told, string | null]>([
    [
      'the CVE’s own record of the same name, of nobody',
      { cves: [cve({ vendor: 'n/a' })] },
      'high exact_confirmed tracked',
    ],
    [
      'the CVE’s own record of the same name, of another vendor',
      { cves: [cve({ vendor: 'elsewhere' })] },
      'medium likely_confirmed tracked_product',
    ],
    [
      'its only product, of a similar name',
      { cves: [cve({ vendor: 'x', product: 'Harbour Suite' })] },
      'medium likely_confirmed tracked_similar',
    ],
    [
      'its only product, which who enriched the record calls otherwise',
      {
        cves: [
          enriched(cve({ vendor: 'x', product: 'Harbour Suite' }), {
            vendor: 'x',
            product: 'port',
            versions: below('2.0'),
          }),
        ],
      },
      'medium likely_confirmed tracked_similar',
    ],
    [
      'its only product, of another name',
      { cves: [cve({ vendor: 'x', product: 'another name' })] },
      'low tracked_unstated tracked_issue',
    ],
    ['a record of the CVE that clears the version', { cves: [cve({ versions: below('1.0') })] }, null],
  ])('in its tracker, with %s', (_, told, expected) => {
    expect(outcome(factsOf('harbour', '1.5', told, [HARBOUR], { issues: [issue()] }))).toBe(expected);
  });

  it.each<[string, Partial<TrackedIssue>, Parameters<typeof cve>[0], string]>([
    ['closed with a fix', { state: 'closed', fixed: true }, { versions: EVERY }, 'low fixed_in_collection'],
    ['closed without one', { state: 'closed' }, { versions: EVERY }, 'medium exact_partial'],
    ['open, with a fix on its way', { fixed: true }, { versions: EVERY }, 'medium exact_partial'],
    ['closed with a fix, where a range has an end', { state: 'closed', fixed: true }, {}, 'high exact_confirmed'],
  ])('in its tracker: an issue %s, of a record that names every version', (_, more, said, expected) => {
    const facts = factsOf('harbour', '1.5', { cves: [cve(said)] }, [HARBOUR], { issues: [issue(more)] });

    expect(outcome(facts)?.split(' ').slice(0, 2).join(' ')).toBe(expected);
  });

  it('in its tracker under a name that is another attribute is not about the package', () => {
    const member = { ...HARBOUR, attribute: 'rubyPackages.harbour', pname: null };
    const more = { issues: [issue({ packages: ['harbour'] })], attributes: new Set(['harbour']) };

    expect(outcome(factsOf('rubyPackages.harbour', '1.5', {}, [member], more))).toBeNull();
  });
});

describe('the verdict', () => {
  const stale = (name: string) =>
    ['cve_list_v5', 'nvd', 'osv', 'packages'].map((source) => ({ source, state: source === name ? 'stale' : 'ok' }));
  const clean = { cves: [cve({ versions: below('1.0') })] };
  const fuzzed = (...commits: readonly object[]) => {
    const repo = 'https://github.com/tidewater/harbour';
    const ranges = [{ type: 'GIT', repo, events: [{ introduced: 'a'.repeat(40) }, ...commits] }];
    const affected = [{ package: { ecosystem: 'OSS-Fuzz', name: 'harbour' }, ranges, versions: ['1.5'] }];
    return { osvs: [{ id: 'OSV-2026-1', affected }] };
  };
  it.each<[string, string | null, Told, Partial<MatchFacts>, string]>([
    ['a range holds', '1.5', { cves: [cve()] }, {}, 'affected'],
    ['none does', '1.5', clean, {}, 'not_affected'],
    ['no version was given', null, clean, {}, 'unknown'],
    ['the source is stale', '1.5', clean, { sources: [{ source: 'cve_list_v5', state: 'stale' }] }, 'unknown'],
    ['something was cut off', '1.5', clean, { complete: false }, 'unknown'],
    ['nobody knows the package', '1.5', {}, {}, 'none_known'],
    ['nobody knows it, and no version was given', null, {}, {}, 'none_known'],
    ['nobody knows it, and a required source is stale', '1.5', {}, { sources: stale('osv') }, 'unknown'],
    ['nobody knows it, and another source is stale', '1.5', {}, { sources: stale('nvd') }, 'none_known'],
    ['a required source is stale, but a range holds', '1.5', { cves: [cve()] }, { sources: stale('osv') }, 'affected'],
    ['a fuzzer found a crash that is fixed', '1.5', fuzzed({ fixed: 'b'.repeat(40) }), {}, 'affected'],
    ['a fuzzer found a crash that nobody fixed', '1.5', fuzzed(), {}, 'none_known'],
    ['there is a possible match', '1.5', { cves: [cve({ vendor: 'elsewhere' })] }, {}, 'unknown'],
    [
      'somebody knows it, by records that surely do not hold',
      '1.5',
      {},
      { speakers: [{ subject: { ecosystem: null, vendor: 'tidewater', name: 'harbour' }, sources: ['nvd'] }] },
      'not_affected',
    ],
  ])('where %s', (_, version, told, more, expected) => {
    expect(matchPackage(factsOf('harbour', version, told, [HARBOUR], more)).verdict).toBe(expected);
  });

  const selected = (...wholePackages: string[]) => {
    const selection = openSelection('Some of the data.', wholePackages);
    return { sources: ['cve_list_v5', 'osv', 'packages'].map((source) => ({ source, state: 'ok', selection })) };
  };
  const inNpm = { question: { package: 'quay', version: '1.5', ecosystem: 'npm' } };
  const quay = { osvs: [osv('GHSA-1', 'npm', 'quay', [{ introduced: '0' }, { fixed: '1.0' }])] };
  it.each<[string, Told, Partial<MatchFacts>, string]>([
    ['a range holds', { cves: [cve()] }, selected(), 'affected'],
    ['none does', clean, selected(), 'unknown not_covered'],
    ['none does, and every record of the package is there', clean, selected('pkg:nix/harbour'), 'not_affected'],
    ['none does, and every record of another package is there', clean, selected('pkg:nix/quay'), 'unknown not_covered'],
    ['nobody knows the package', {}, selected(), 'unknown not_covered'],
    ['it is about one vulnerability', clean, { ...selected(), vulnerability: new Set([CVE]) }, 'not_affected'],
    ['a package of an ecosystem is clean', quay, { ...selected(), ...inNpm }, 'unknown not_covered'],
    ['all of its records are there', quay, { ...selected('pkg:npm/quay'), ...inNpm }, 'not_affected'],
    ['all are there of its namesake', quay, { ...selected('pkg:pypi/quay'), ...inNpm }, 'unknown not_covered'],
  ])('of a selection where %s', (_, told, more, expected) => {
    const { verdict, unknownReasons } = matchPackage(factsOf('harbour', '1.5', told, [HARBOUR], more));

    expect([verdict, ...unknownReasons].join(' ')).toBe(expected);
  });

  it('names the sources that clear a version as people know them', () => {
    const { verdictReason } = matchPackage(factsOf('harbour', '1.5', clean, [HARBOUR]));

    expect(verdictReason).toBe('Checked against every record of the package (CVE list); none applies.');
  });
});

describe('whatever is given', () => {
  const vendors = ['tidewater', 'harbour', 'elsewhere', 'n/a'];
  const record = fc.record({
    vendor: fc.constantFrom(...vendors),
    fixed: fc.constantFrom('1.0', '2.0', '3.0'),
    number: fc.integer({ min: 1, max: 3 }),
  });
  const made = (all: readonly { vendor: string; fixed: string; number: number }[]) =>
    all.map(({ vendor, fixed, number }) => cve({ vendor, versions: below(fixed) }, `CVE-2026-1000${number}`));

  it('the order of it does not matter', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), (all) => {
        const facts = factsOf('harbour', '1.5', { cves: made(all) }, [HARBOUR, { ...HARBOUR, channel: 'other' }]);
        const reversed = {
          ...facts,
          found: facts.found.toReversed(),
          records: facts.records.toReversed(),
          collection: facts.collection.toReversed(),
        };

        expect(matchPackage(reversed)).toEqual(matchPackage(facts));
      }),
      { numRuns: 40 },
    );
  });

  it('an identifier that the collection declares never lowers a confidence', () => {
    const rank: Record<Confidence, number> = { low: 0, medium: 1, high: 2 };
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), fc.constantFrom(...vendors), (all, vendor) => {
        const declared = { ...HARBOUR, cpes: [`cpe:2.3:a:${vendor.replace('/', '\\/')}:harbour:*:*:*:*:*:*:*:*`] };
        const without = matchPackage(factsOf('harbour', '1.5', { cves: made(all) }, [HARBOUR]));
        const withIt = matchPackage(factsOf('harbour', '1.5', { cves: made(all) }, [declared]));

        for (const { id, confidence } of without.matches) {
          const other = withIt.matches.find((match) => match.id === id);
          expect(rank[other?.confidence ?? 'low']).toBeGreaterThanOrEqual(rank[confidence]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
