import { describe, expect, it } from 'vitest';
import { entryOf } from '../../test/matching-entry.ts';
import { identifyBy } from '../../test/matching-outcomes.ts';
import { readCve } from '../ranges/cve.ts';
import { readOsv } from '../ranges/osv.ts';
import { hasCurrentSources, requiredSources } from './decide/required-sources.ts';
import type { CollectionFact, FoundAssertion, MatchFacts, MeantRecord, TrackedIssue } from './facts.ts';
import { possibleIds } from './load/possible-ids.ts';
import { matchPackage } from './match-package.ts';
import { concernedAttributes, keysOfCve, mayConcern } from './resolve/concerned.ts';
import { identityContext } from './resolve/identity.ts';
import { markMisprints } from './resolve/misprints.ts';

const CVE = 'CVE-2026-10001';
const HARBOUR = entryOf('harbour', { homepage: 'https://github.com/tidewater/harbour', version: '1.5' });
const below = (lessThan: string) => ({ version: '0', lessThan, status: 'affected', versionType: 'semver' });
const withoutHash = (assertions: readonly FoundAssertion['assertion'][]) =>
  assertions.map((assertion) => ({ assertion, sha256: null }));
const cve = (id: string, lessThan: string, product = 'harbour', vendor = 'tidewater', ...others: readonly object[]) => {
  const affected = [{ vendor, product, versions: [below(lessThan)], defaultStatus: 'unaffected' }, ...others];
  return withoutHash(readCve({ cveMetadata: { cveId: id }, containers: { cna: { affected } } }).assertions);
};
const osv = (id: string, ecosystem: string, name: string, fixed: string, more: object = {}) => {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }];
  return withoutHash(readOsv({ id, affected: [{ package: { ecosystem, name }, ranges }], ...more }).assertions);
};
const MODULE = 'github.com/tidewater/harbour';
const go = (id: string, fixed = '2.0') => osv(id, 'Go', MODULE, fixed);
const issue = (more: Partial<TrackedIssue> = {}): TrackedIssue => ({
  number: 7,
  title: 'harbour',
  url: 'https://example.com/7',
  state: 'open',
  cves: [CVE],
  packages: ['harbour'],
  fixed: false,
  ...more,
});

function factsOf(found: readonly FoundAssertion[], more: Partial<MatchFacts> = {}): MatchFacts {
  const sources = ['cve_list_v5', 'osv', 'packages'].map((source) => ({ source, state: 'ok' }));
  return {
    question: { package: 'harbour', version: '1.5' },
    collection: [HARBOUR],
    issues: [],
    found,
    aliases: [],
    records: [],
    sources,
    ...more,
  };
}

describe('the answer about a package', () => {
  const found = [
    ...cve('CVE-2026-10003', '2.0'),
    ...cve('CVE-2026-10002', '2.0', 'harbour', 'elsewhere'),
    ...cve('CVE-2026-10001', '2.0'),
    ...cve('CVE-2026-10005', '1.0'),
    ...cve('CVE-2026-10004', '1.0'),
    ...go('GHSA-2'),
    ...go('GHSA-1'),
  ];

  it('sorts matches by how sure they are, then by severity and id', () => {
    const critical = {
      source: 'cve_list_v5',
      id: 'CVE-2026-10003',
      title: null,
      severities: [],
      references: [],
      rejected: false,
    };
    const { matches, otherMatches, cleared } = matchPackage(factsOf(found, { records: [critical] }));

    expect(matches.map(({ id }) => id)).toEqual(['CVE-2026-10001', 'CVE-2026-10003', 'CVE-2026-10002']);
    expect(otherMatches.map(({ id }) => id)).toEqual(['GHSA-1', 'GHSA-2']);
    expect(cleared.map(({ id }) => id)).toEqual(['CVE-2026-10004', 'CVE-2026-10005']);
  });

  it('counts the records that are about it, and their ecosystems', () => {
    const doubt = osv('GHSA-3', 'Go', MODULE, 'soon');
    const { evaluated, osvMatches, searched } = matchPackage(factsOf([...found, ...doubt], { excluded: 3 }));

    expect(evaluated).toEqual({ records: 10, affected: 4, notAffected: 5, unknown: 1 });
    expect(osvMatches).toEqual({ Go: 2 });
    expect(searched.slice(0, 2)).toEqual(
      ['harbour', MODULE].toSorted((a, b) => searched.indexOf(a) - searched.indexOf(b)),
    );
    expect(new Set(searched).size).toBe(searched.length);
  });

  it('is about one vulnerability where that is asked', () => {
    const issues = [issue(), issue({ number: 8, cves: ['CVE-2026-10009'] })];
    const { matches, cleared } = matchPackage(factsOf(found, { vulnerability: new Set(['CVE-2026-10003']), issues }));

    expect(matches.map(({ id }) => id)).toEqual(['CVE-2026-10003']);
    expect(cleared).toEqual([]);
    expect(
      matchPackage(factsOf([], { vulnerability: new Set(['CVE-2026-10009']), issues })).matches.map(({ id }) => id),
    ).toEqual(['CVE-2026-10009']);
    expect(matchPackage(factsOf(found, { vulnerability: new Set(['GHSA-1']) })).evaluated.records).toBe(1);
  });

  it('has each vulnerability that an advisory covers', () => {
    const covers = new Map([['GHSA-1', ['CVE-2026-10007', 'CVE-2026-10006']]]);

    expect(matchPackage(factsOf(go('GHSA-1'), { covers })).matches.map(({ id }) => id)).toEqual([
      'CVE-2026-10006',
      'CVE-2026-10007',
    ]);
    expect(
      matchPackage(factsOf(go('GHSA-1'), { covers, vulnerability: new Set(['CVE-2026-10007']) })).matches.map(
        ({ id }) => id,
      ),
    ).toEqual(['CVE-2026-10007']);
  });
});

describe('a record that the tracker links to the package', () => {
  const OTHER = { vendor: 'elsewhere', product: 'Pier', versions: [below('2.0')], defaultStatus: 'unaffected' };
  const ruleOf = (found: readonly FoundAssertion[], more: Partial<MatchFacts> = {}) =>
    matchPackage(factsOf(found, { issues: [issue()], ...more })).matches[0]?.proof.evidence[0]?.identity.rule;

  it.each<[string, string, readonly FoundAssertion[]]>([
    ['tracked', 'of its maker', cve(CVE, '2.0')],
    ['tracked', 'of nobody', cve(CVE, '2.0', 'harbour', 'n/a')],
    ['tracked_product', 'of somebody else', cve(CVE, '2.0', 'harbour', 'elsewhere')],
    ['tracked_product', 'whose name begins with its vendor', cve(CVE, '2.0', 'Elsewhere Harbour', 'elsewhere')],
    ['tracked_product', 'that is called python', cve(CVE, '2.0', 'Harbour Python', 'elsewhere')],
    ['tracked_product', 'that is called library', cve(CVE, '2.0', 'Harbour Library', 'elsewhere')],
    ['tracked_product', 'that is called project', cve(CVE, '2.0', 'Harbour Project', 'elsewhere')],
    ['tracked_product', 'that is called software', cve(CVE, '2.0', 'Harbour Software', 'elsewhere')],
    ['tracked_product', 'that is called application', cve(CVE, '2.0', 'Harbour Application', 'elsewhere')],
    ['tracked_product', 'that is called app', cve(CVE, '2.0', 'Harbour App', 'elsewhere')],
    ['tracked_product', 'that is called gui', cve(CVE, '2.0', 'Harbour Gui', 'elsewhere')],
    ['tracked_product', 'of the same name but for its kind', cve(CVE, '2.0', 'Harbour SDK', 'elsewhere')],
    ['tracked_product', 'of the same name, written as one word', cve(CVE, '2.0', 'HARBOUR', 'elsewhere')],
    ['tracked_similar', 'written as two words', cve(CVE, '2.0', 'OpenHarbour', 'elsewhere')],
    ['tracked_similar', 'with a word more', cve(CVE, '2.0', 'Harbour Suite', 'elsewhere')],
    ['tracked_similar', 'with a word before', cve(CVE, '2.0', 'Open Harbour', 'elsewhere')],
    ['tracked_issue', 'with two words more', cve(CVE, '2.0', 'Harbour Suite Pro', 'elsewhere')],
    ['tracked_issue', 'with a word more, beside another product', cve(CVE, '2.0', 'Harbour Suite', 'elsewhere', OTHER)],
    ['tracked_issue', 'that begins alike', cve(CVE, '2.0', 'Harbourmaster', 'elsewhere')],
    ['tracked_issue', 'of another name', cve(CVE, '2.0', 'Pier', 'elsewhere')],
    ['tracked_issue', 'of another CVE', cve('CVE-2026-10002', '2.0', 'Harbour Suite', 'elsewhere')],
  ])('is, as %s, about the package: one %s', (rule, _, found) => {
    expect(ruleOf(found)).toBe(rule);
  });

  it.each<[string, string | undefined, Partial<TrackedIssue>, Partial<MatchFacts>?]>([
    ['in any case', 'tracked_issue', { packages: ['Harbour'] }],
    ['beside others', 'tracked_issue', { packages: ['pier', 'harbour'] }],
    ['that is another attribute', undefined, { packages: ['harbour-cli'] }],
    ['of another package', undefined, { packages: ['pier'] }],
    ['of no package', undefined, { packages: [] }],
    ['that is an attribute, and its own', 'tracked_issue', {}, { attributes: new Set(['harbour']) }],
  ])('by a name %s: %s', (_, rule, more, facts) => {
    expect(ruleOf([], { issues: [issue(more)], ...facts })).toBe(rule);
  });

  it('is linked by the surest issue, then by the first', () => {
    const issues = [issue({ number: 9 }), issue({ number: 8 })];

    expect(matchPackage(factsOf([], { issues })).matches[0]?.proof.evidence.map(({ id }) => id)).toEqual(['8', '9']);
  });
});

describe('records of a registry’s package', () => {
  const question = { question: { package: '@tidewater/harbour', version: '1.5', ecosystem: 'npm' }, collection: [] };
  const every = withoutHash(
    readOsv({
      id: 'GHSA-1',
      affected: [
        {
          package: { ecosystem: 'npm', name: '@tidewater/harbour' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
        },
      ],
    }).assertions,
  );
  const withdrawn = osv('GHSA-1', 'npm', '@tidewater/harbour', '2.0', { withdrawn: '2026-01-01' });
  const aliases = [{ id: CVE, ids: [CVE, 'GHSA-1'] }];
  const rulesOf = (found: readonly FoundAssertion[], more: Partial<MatchFacts> = {}) =>
    matchPackage(factsOf(found, { ...question, aliases, ...more }))
      .matches.flatMap(({ proof }) => proof.evidence.map(({ identity }) => identity.rule))
      .toSorted();

  it.each<[string, readonly string[], readonly FoundAssertion[]]>([
    ['one without bounds', ['asked_ecosystem', 'registry_sibling'], [...every, ...cve(CVE, '2.0')]],
    ['one that was withdrawn', ['registry_sibling'], [...withdrawn, ...cve(CVE, '2.0')]],
    [
      'one with bounds',
      ['asked_ecosystem'],
      [...osv('GHSA-1', 'npm', '@tidewater/harbour', '2.0'), ...cve(CVE, '2.0')],
    ],
    ['one without bounds, for a product of another name', ['asked_ecosystem'], [...every, ...cve(CVE, '2.0', 'pier')]],
    ['none', [], cve(CVE, '2.0')],
  ])('let the CVE’s own record have a say beside %s', (_, rules, found) => {
    expect(rulesOf(found)).toEqual(rules);
  });

  it('say nothing where they are malware or errata of another registry', () => {
    const ids = (found: readonly FoundAssertion[]) => matchPackage(factsOf(found)).otherMatches.map(({ id }) => id);

    expect(ids(osv('MAL-1', 'npm', 'harbour', '2.0'))).toEqual([]);
    expect(ids(osv('GHSA-1', 'npm', 'harbour', '2.0'))).toEqual(['GHSA-1']);
    expect(ids(osv('ALBA-2026:1', 'AlmaLinux:9', 'harbour', '2.0'))).toEqual([]);
    expect(ids(osv('ALEA-2026:1', 'AlmaLinux:9', 'harbour', '2.0'))).toEqual([]);
    expect(ids(osv('ALSA-2026:1', 'AlmaLinux:9', 'harbour', '2.0'))).toEqual(['ALSA-2026:1']);
  });

  it('decide by the entry whose identity is the surest', () => {
    const affected = [
      {
        package: { ecosystem: 'Go', name: MODULE },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0' }] }],
      },
      {
        package: { ecosystem: 'npm', name: 'harbour' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0' }] }],
      },
    ];
    const both = withoutHash(readOsv({ id: 'GHSA-1', affected }).assertions);

    expect(matchPackage(factsOf(both)).cleared.map(({ id }) => id)).toEqual(['GHSA-1']);
    expect(matchPackage(factsOf(both.toReversed())).cleared.map(({ id }) => id)).toEqual(['GHSA-1']);
  });
});

describe('a bound that lost a dot', () => {
  const meant = (found: readonly FoundAssertion[]): MeantRecord =>
    found.map((each) => ({ found: each, identity: identifyBy('vendor_agrees') }));
  const keyOf = (id: string) => (id.startsWith('OTHER') ? id : CVE);
  const misprinted = (records: readonly MeantRecord[], key = keyOf) =>
    markMisprints(records, key).map((record) =>
      record
        .flatMap(({ found }) => found.assertion.claims.flatMap(({ caveats }) => caveats))
        .includes('bound_misprinted'),
    );
  const right = meant(cve(CVE, '6.1.7.8'));
  const wrong = meant(go('GHSA-1', '6.1.78'));
  const listed = meant(
    withoutHash(
      readCve({
        cveMetadata: { cveId: CVE },
        containers: {
          cna: { affected: [{ vendor: 'v', product: 'p', versions: [{ version: '6.1.7.8', status: 'affected' }] }] },
        },
      }).assertions,
    ),
  );

  it.each<[string, readonly MeantRecord[], readonly boolean[]]>([
    ['beside the right one', [right, wrong], [false, true]],
    ['beside the right one in a list', [listed, wrong], [false, true]],
    ['alone', [wrong], [false]],
    ['in two records', [right, wrong, wrong], [false, false, false]],
    ['beside a record of another vulnerability', [meant(cve('OTHER-1', '6.1.7.8')), wrong], [false, false]],
    ['beside nothing', [[], wrong], [false, false]],
    [
      'in one of very many',
      [right, wrong, ...Array.from({ length: 60 }, () => meant(go('GHSA-2', '7.0')))],
      Array.from({ length: 62 }, () => false),
    ],
  ])('%s is marked in %j', (_, records, expected) => {
    expect(misprinted(records)).toEqual(expected);
  });
});

describe('the packages that a CVE may concern', () => {
  const subject = { ecosystem: null, vendor: 'tidewater', name: 'harbour' };
  const cveOf = (more: Partial<Parameters<typeof concernedAttributes>[1]> = {}) => ({
    ids: [CVE],
    subjects: [],
    issueNames: [],
    ...more,
  });
  const PIER = entryOf('pier');

  it.each<[string, Record<string, number>, readonly CollectionFact[], Parameters<typeof concernedAttributes>[1]]>([
    ['by its subject', { harbour: 0.95 }, [HARBOUR, PIER], cveOf({ subjects: [subject] })],
    [
      'by the surest of its subjects',
      { harbour: 0.95 },
      [HARBOUR],
      cveOf({ subjects: [{ ...subject, vendor: 'elsewhere' }, subject] }),
    ],
    ['by an issue', { pier: 1 }, [HARBOUR, PIER], cveOf({ issueNames: ['pier'] })],
    ['by their own word', { pier: 1 }, [HARBOUR, entryOf('pier', { knownVulnerabilities: [CVE] })], cveOf()],
    ['by none', {}, [HARBOUR, PIER], cveOf({ subjects: [{ ...subject, name: 'quay' }] })],
    [
      'by one of two entries',
      { harbour: 1 },
      [HARBOUR, { ...HARBOUR, channel: 'nixos-24.11', knownVulnerabilities: [CVE] }],
      cveOf(),
    ],
  ])('are found %s', (_, expected, entries, about) => {
    expect(Object.fromEntries(concernedAttributes(entries, about))).toEqual(expected);
  });

  it('have a key in common with it', () => {
    expect(keysOfCve(cveOf({ subjects: [subject, subject], issueNames: ['pier'] }))).toEqual([
      'harbour',
      'pier',
      CVE.toLowerCase(),
    ]);
    expect(keysOfCve({ ids: [], subjects: [{ ...subject, name: '' }], issueNames: [''] })).toEqual([]);
  });

  it('may be concerned by name alone', () => {
    const context = identityContext({ package: 'harbour', version: null }, [HARBOUR]);

    expect(
      [subject, { ...subject, vendor: 'elsewhere' }, { ...subject, name: 'pier' }].map((each) =>
        mayConcern(each, context),
      ),
    ).toEqual([true, true, false]);
  });
});

describe('the ids of what may match', () => {
  it('are those of live entries, their aliases and what they cover', () => {
    const found = [
      ...go('GHSA-1'),
      ...go('GHSA-3'),
      ...osv('GHSA-2', 'Go', MODULE, '2.0', { withdrawn: '2026-01-01' }),
    ];
    const facts = factsOf(found, {
      aliases: [{ id: CVE, ids: [CVE, 'GHSA-1'] }],
      covers: new Map([['GHSA-3', ['CVE-2026-10002']]]),
    });

    expect(possibleIds(facts).toSorted()).toEqual([CVE, 'CVE-2026-10002', 'GHSA-1', 'GHSA-3']);
  });

  it('are those of what the tracker or the collection names alone', () => {
    const entry = { ...HARBOUR, knownVulnerabilities: ['CVE-2026-10003'] };

    expect(possibleIds(factsOf([], { issues: [issue()], collection: [entry] })).toSorted()).toEqual([
      CVE,
      'CVE-2026-10003',
    ]);
  });

  it('are, of too many, those of the strongest matches, then those of what was cleared', () => {
    const found = [
      ...cve('CVE-2026-10003', '2.0', 'harbour', 'elsewhere'),
      ...cve('CVE-2026-10002', '1.0'),
      ...cve(CVE, '2.0'),
    ];

    expect(possibleIds(factsOf(found), 3).toSorted()).toEqual([CVE, 'CVE-2026-10002', 'CVE-2026-10003']);
    expect(possibleIds(factsOf(found), 2)).toEqual([CVE, 'CVE-2026-10003']);
    expect(possibleIds(factsOf(found), 1)).toEqual([CVE]);
  });
});

it.each<[string, readonly string[], Parameters<typeof requiredSources>[0]]>([
  ['ecosystem', ['osv'], { ecosystem: 'npm', inCollection: false, languageWithoutEcosystem: false }],
  [
    'collection',
    ['cve_list_v5', 'osv', 'packages'],
    { ecosystem: null, inCollection: true, languageWithoutEcosystem: false },
  ],
  [
    'collection_language',
    ['cve_list_v5', 'packages'],
    { ecosystem: null, inCollection: true, languageWithoutEcosystem: true },
  ],
  ['plain_name', ['cve_list_v5', 'osv'], { ecosystem: null, inCollection: false, languageWithoutEcosystem: true }],
])('a question about a %s requires %j', (id, sources, asked) => {
  const required = requiredSources(asked);
  const states = (stale: string | null) =>
    new Map(sources.map((source) => [source, { state: source === stale ? 'stale' : 'ok' }]));
  const kind = id as Parameters<typeof hasCurrentSources>[0];

  expect(required).toMatchObject({ id, sources });
  expect(hasCurrentSources(kind, states(null))).toBe(true);
  for (const source of sources) expect(hasCurrentSources(kind, states(source))).toBe(false);
  expect(hasCurrentSources(kind, new Map())).toBe(false);
});
