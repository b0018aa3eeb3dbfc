import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import { identifyBy, judgeRecord } from '../../../test/matching-outcomes.ts';
import { readCve } from '../../ranges/cve.ts';
import type { Assertion } from '../../ranges/model.ts';
import { readOsv } from '../../ranges/osv.ts';
import type { CollectionFact, MatchQuestion, TrackedIssue } from '../facts.ts';
import type { IdentityRuleId } from '../resolve/identity-rules.ts';
import { collectionSays } from './collection-says.ts';
import { type Gathered, judgeVulnerability } from './judgement.ts';

const CVE = 'CVE-2026-0001';
const range = (lessThan: string, version = '0') => ({ version, lessThan, status: 'affected', versionType: 'semver' });
const named = (version: string) => ({ version, status: 'affected', versionType: 'semver' });
const entry = (versions: readonly object[]) => ({
  vendor: 'tidewater',
  product: 'harbour',
  versions,
  defaultStatus: 'unaffected',
});
const own = (...versions: readonly object[]) =>
  readCve({ cveMetadata: { cveId: CVE }, containers: { cna: { affected: [entry(versions)] } } }).assertions;
const enriched = (...versions: readonly object[]) => {
  const adp = [{ providerMetadata: { shortName: 'CISA-ADP' }, affected: [entry(versions)] }];
  return readCve({ cveMetadata: { cveId: CVE }, containers: { cna: { affected: [] }, adp } }).assertions;
};
const osv = (events: readonly object[], type = 'ECOSYSTEM') =>
  readOsv({ id: 'GHSA-1', affected: [{ package: { ecosystem: 'npm', name: 'harbour' }, ranges: [{ type, events }] }] })
    .assertions;

/** What a record says of 1.5. */
const SAYS = {
  'CVE holds': own(range('2.0')),
  'CVE names it': own(named('1.5')),
  'CVE has no end': own(range('*', '1.0')),
  'CVE has every version': own(range('*')),
  'CVE clears': own(range('1.0')),
  'CVE names another': own(named('1.0')),
  'OSV holds': osv([{ introduced: '0' }, { fixed: '2.0' }]),
  'OSV clears': osv([{ introduced: '0' }, { fixed: '1.0' }]),
  'OSV is unreadable': osv([{ introduced: '0' }, { fixed: 'next' }]),
  'OSV has commits': osv([{ introduced: 'a'.repeat(40) }], 'GIT'),
  'CISA holds': enriched(range('2.0')),
  'CISA names it': enriched(named('1.5')),
  'CISA clears': enriched(range('1.0')),
} satisfies Record<string, readonly Assertion[]>;
type Said = readonly [what: keyof typeof SAYS, rule?: IdentityRuleId];

const HARBOUR = (more: Partial<CollectionFact>) => entryOf('harbour', { version: '1.5', ...more });
const issue = (
  more: Partial<TrackedIssue> = {},
  rule: IdentityRuleId = 'tracked_issue',
): Gathered['issues'][number] => ({
  issue: {
    number: 7,
    title: CVE,
    url: 'https://example.com/7',
    state: 'open',
    cves: [CVE],
    packages: ['harbour'],
    fixed: false,
    ...more,
  },
  identity: identifyBy(rule),
});

interface Beside {
  readonly version?: string | null;
  readonly issues?: Gathered['issues'];
  readonly records?: Gathered['records'];
  readonly collection?: readonly CollectionFact[];
  readonly ids?: readonly string[];
  readonly question?: Partial<MatchQuestion>;
}

function judge(
  said: readonly Said[],
  { version = '1.5', issues = [], records = [], collection = [], ids = [CVE, 'GHSA-1'], question }: Beside = {},
) {
  const outcomes = said.map(([what, rule]) => judgeRecord(SAYS[what], { version }, rule));
  const asked = { package: 'harbour', version, ...question };
  const nothing = { issues: [], found: [], aliases: [], records: [], sources: [] };
  return judgeVulnerability(
    { ids, outcomes, issues, records },
    version,
    collectionSays({ question: asked, collection, ...nothing }),
  );
}

function describeJudgement(said: readonly Said[], beside?: Beside): string | null {
  const judgement = judge(said, beside);
  return judgement === null ? null : `${judgement.outcome}: ${judgement.rule.id}`;
}

describe('what one record decides', () => {
  it.each<[keyof typeof SAYS, string | null, string | null, string | null, string | null]>([
    [
      'CVE holds',
      'affected: exact_confirmed',
      'affected: likely_confirmed',
      'affected: likely_confirmed',
      'possible: possible',
    ],
    [
      'CVE names it',
      'affected: exact_confirmed',
      'affected: likely_confirmed',
      'affected: likely_confirmed',
      'possible: possible',
    ],
    ['CVE has no end', 'affected: exact_partial', 'possible: possible', 'possible: possible', 'possible: possible'],
    [
      'CVE has every version',
      'affected: exact_partial',
      'possible: possible',
      'possible: possible',
      'possible: possible',
    ],
    ['CVE clears', 'not_affected: contradicted', 'not_affected: contradicted', 'not_affected: contradicted', null],
    [
      'CVE names another',
      'not_affected: contradicted',
      'not_affected: contradicted',
      'not_affected: contradicted',
      null,
    ],
    ['OSV is unreadable', 'possible: undecided', 'possible: undecided', 'possible: undecided', null],
    ['OSV has commits', 'possible: undecided', null, null, null],
    [
      'CISA holds',
      'affected: exact_enriched',
      'affected: likely_confirmed',
      'affected: likely_confirmed',
      'possible: possible',
    ],
    ['CISA names it', 'affected: exact_partial', 'possible: possible', 'possible: possible', 'possible: possible'],
    ['CISA clears', 'not_affected: contradicted', 'not_affected: contradicted', 'not_affected: contradicted', null],
  ])('%s', (what, exact, likely, upstream, possible) => {
    const rules: readonly IdentityRuleId[] = ['vendor_agrees', 'own_site', 'upstream_name', 'name_alone'];

    expect(rules.map((rule) => describeJudgement([[what, rule]]))).toEqual([exact, likely, upstream, possible]);
  });
});

describe('what several records decide', () => {
  it.each<[string, readonly Said[]]>([
    ['affected: exact_disputed', [['CVE holds'], ['OSV clears']]],
    ['affected: exact_disputed', [['OSV holds'], ['CVE clears']]],
    ['affected: exact_disputed', [['OSV holds'], ['CVE names another']]],
    ['affected: exact_confirmed', [['CVE holds'], ['OSV clears', 'own_site']]],
    ['possible: contradicted', [['CVE has no end'], ['OSV clears']]],
    ['affected: exact_partial', [['CVE has no end'], ['OSV clears', 'own_site']]],
    ['affected: exact_partial', [['CVE has no end'], ['OSV holds', 'own_site']]],
    ['possible: contradicted', [['CVE holds', 'own_site'], ['OSV clears']]],
    [
      'possible: contradicted',
      [
        ['CVE holds', 'own_site'],
        ['OSV clears', 'own_site'],
      ],
    ],
    [
      'possible: contradicted',
      [
        ['CVE holds', 'own_site'],
        ['OSV clears', 'upstream_name'],
      ],
    ],
    [
      'affected: likely_confirmed',
      [
        ['CVE holds', 'upstream_name'],
        ['OSV clears', 'own_site'],
      ],
    ],
    [
      'possible: possible',
      [
        ['CVE holds', 'name_alone'],
        ['OSV clears', 'name_alone'],
      ],
    ],
    ['not_affected: contradicted', [['CVE holds', 'name_alone'], ['OSV clears']]],
    [
      'possible: contradicted',
      [
        ['CVE holds', 'name_alone'],
        ['OSV clears', 'own_site'],
      ],
    ],
    ['possible: contradicted', [['CVE holds', 'name_alone'], ['CISA clears']]],
    ['affected: exact_disputed', [['CVE holds'], ['CISA clears']]],
    ['affected: exact_disputed', [['OSV holds'], ['CISA clears']]],
    ['affected: exact_confirmed', [['CVE names it'], ['CISA clears']]],
    ['affected: exact_confirmed', [['CVE holds'], ['OSV holds'], ['CISA clears']]],
    ['possible: contradicted', [['CVE has every version'], ['CISA clears']]],
    ['possible: contradicted', [['CISA holds'], ['OSV clears']]],
    ['possible: contradicted', [['CISA names it'], ['OSV clears']]],
    ['possible: undecided', [['OSV is unreadable'], ['CVE clears']]],
    ['possible: undecided', [['OSV is unreadable'], ['CVE names another']]],
    ['not_affected: contradicted', [['OSV is unreadable', 'registry_references'], ['CVE clears']]],
    ['not_affected: contradicted', [['OSV has commits'], ['CVE clears']]],
    ['affected: exact_confirmed', [['OSV has commits'], ['CVE holds']]],
    ['not_affected: contradicted', [['CVE clears'], ['OSV holds', 'registry_references']]],
    ['possible: contradicted', [['CVE names another'], ['OSV holds', 'registry_references']]],
    ['not_affected: contradicted', [['CVE names another'], ['OSV holds', 'name_alone']]],
    ['possible: contradicted', [['CVE names another'], ['OSV holds', 'own_site']]],
  ])('%s by %j', (expected, said) => {
    expect(describeJudgement(said)).toBe(expected);
    expect(describeJudgement(said.toReversed())).toBe(expected);
  });

  it('is shown with the strongest first', () => {
    const ids = (all: readonly { readonly id: string; readonly identity: { readonly rule: string } }[] = []) =>
      all.map(({ id, identity }) => `${id} ${identity.rule}`);

    expect(ids(judge([['CVE has every version'], ['OSV holds']])?.supporting)).toEqual([
      'GHSA-1 vendor_agrees',
      `${CVE} vendor_agrees`,
    ]);
    expect(ids(judge([['OSV holds', 'own_site'], ['CVE has no end']])?.supporting)).toEqual([
      `${CVE} vendor_agrees`,
      'GHSA-1 own_site',
    ]);
    expect(ids(judge([['OSV holds'], ['CVE holds', 'declared_cpe']])?.supporting)).toEqual([
      `${CVE} declared_cpe`,
      'GHSA-1 vendor_agrees',
    ]);
    expect(ids(judge([['OSV holds'], ['CVE holds']])?.supporting)).toEqual([
      `${CVE} vendor_agrees`,
      'GHSA-1 vendor_agrees',
    ]);
    expect(ids(judge([['CVE holds'], ['CISA clears']])?.clearing)).toEqual([]);
    expect(
      ids(
        judge([
          ['CVE names another', 'own_site'],
          ['OSV clears', 'registry_references'],
        ])?.clearing,
      ),
    ).toEqual(['GHSA-1 registry_references', `${CVE} own_site`]);
  });
});

describe('beside records', () => {
  const rejected = (id = CVE, source = 'cve_list_v5') => ({ records: [{ source, id, rejected: true }] });
  const patched = HARBOUR({ patched: [CVE] });
  const declared = HARBOUR({ knownVulnerabilities: [`${CVE}: end of life`] });
  const closed = { state: 'closed', fixed: true } as const;

  it.each<[string, string | null, readonly Said[], Beside]>([
    ['no version', 'possible: exact_no_version', [['CVE holds']], { version: null }],
    ['no version, under a likely name', 'possible: possible', [['CVE holds', 'own_site']], { version: null }],
    ['nothing', null, [], {}],
    ['an issue alone', 'possible: tracked_unstated', [], { issues: [issue()] }],
    ['an issue alone, without a version', 'possible: exact_no_version', [], { issues: [issue()], version: null }],
    [
      'an issue of a likely name, without a version',
      'possible: possible',
      [],
      { issues: [issue({}, 'own_site')], version: null },
    ],
    [
      'an issue, of a version that a record clears',
      'not_affected: contradicted',
      [['CVE clears']],
      { issues: [issue()] },
    ],
    ['an issue, of a version in doubt', 'possible: undecided', [['OSV is unreadable']], { issues: [issue()] }],
    [
      'a closed issue with a fix, of every version',
      'possible: fixed_in_collection',
      [['CVE has every version']],
      { issues: [issue(closed)] },
    ],
    [
      'a closed issue without a fix',
      'affected: exact_partial',
      [['CVE has every version']],
      { issues: [issue({ state: 'closed' })] },
    ],
    [
      'an open issue with a fix',
      'affected: exact_partial',
      [['CVE has every version']],
      { issues: [issue({ fixed: true })] },
    ],
    [
      'a closed issue of some other name',
      'affected: exact_partial',
      [['CVE has every version']],
      { issues: [issue(closed, 'name_alone')] },
    ],
    [
      'a closed issue with a fix, of a range',
      'affected: exact_confirmed',
      [['CVE has every version'], ['OSV holds']],
      { issues: [issue(closed)] },
    ],
    ['the CVE as rejected', null, [['CVE holds']], rejected()],
    ['the CVE as rejected, and another record', 'possible: rejected', [['CVE holds'], ['OSV holds']], rejected()],
    ['the CVE as rejected, and a record of the name', null, [['OSV holds', 'name_alone']], rejected()],
    ['the CVE as rejected, and a record that clears', null, [['OSV clears']], rejected()],
    ['another source’s record as rejected', 'affected: exact_confirmed', [['CVE holds']], rejected(CVE, 'osv')],
    ['an advisory as rejected', 'affected: exact_confirmed', [['CVE holds']], rejected('GHSA-1')],
    [
      'one of two CVEs as rejected',
      'affected: exact_confirmed',
      [['CVE holds'], ['OSV holds']],
      { ...rejected(), ids: [CVE, 'CVE-2026-0002', 'GHSA-1'] },
    ],
    ['a patch', 'fixed_by_patch: patched', [['CVE holds']], { collection: [patched] }],
    ['a patch for an issue', 'fixed_by_patch: patched', [], { collection: [patched], issues: [issue()] }],
    ['a patch for what a record clears', 'not_affected: contradicted', [['CVE clears']], { collection: [patched] }],
    [
      'a patch in one of two channels',
      'affected: exact_confirmed',
      [['CVE holds']],
      { collection: [patched, HARBOUR({ channel: 'nixos-24.11' })] },
    ],
    [
      'a patch in the channel that is asked about',
      'fixed_by_patch: patched',
      [['CVE holds']],
      { collection: [patched, HARBOUR({ channel: 'nixos-24.11' })], question: { channel: 'nixos-unstable' } },
    ],
    [
      'a patch in a channel that is not there',
      'affected: exact_confirmed',
      [['CVE holds']],
      { collection: [patched, HARBOUR({ channel: 'nixos-24.11' })], question: { channel: 'nixos-23.11' } },
    ],
    [
      'a patch in another version',
      'affected: exact_confirmed',
      [['CVE holds']],
      { collection: [HARBOUR({ patched: [CVE], version: '1.4' })] },
    ],
    [
      'a patch for another CVE',
      'affected: exact_confirmed',
      [['CVE holds']],
      { collection: [HARBOUR({ patched: ['CVE-2026-0002'] })] },
    ],
    ['a patch in a document', 'fixed_by_patch: patched_by_document', [['CVE holds']], { question: { patched: [CVE] } }],
    [
      'a patch in a document for another CVE',
      'affected: exact_confirmed',
      [['CVE holds']],
      { question: { patched: ['CVE-2026-0002'] } },
    ],
    ['the collection’s own word', 'affected: collection_says', [], { collection: [declared] }],
    [
      'the collection’s own word, against a record',
      'affected: collection_says',
      [['CVE clears']],
      { collection: [declared] },
    ],
    [
      'the collection’s own word, without a version',
      'possible: collection_says',
      [],
      { collection: [declared], version: null },
    ],
    ['the collection’s own word on a rejected CVE', null, [], { collection: [declared], ...rejected() }],
    [
      'the collection’s own word on another CVE',
      null,
      [],
      { collection: [HARBOUR({ knownVulnerabilities: ['CVE-2026-0002'] })] },
    ],
    [
      'the collection’s own word, and a patch',
      'fixed_by_patch: patched',
      [],
      { collection: [HARBOUR({ patched: [CVE], knownVulnerabilities: [CVE] })] },
    ],
    [
      'the collection’s own word, of a package of an ecosystem',
      null,
      [],
      { collection: [declared], question: { ecosystem: 'npm' } },
    ],
  ])('%s: %s', (_, expected, said, beside) => {
    expect(describeJudgement(said, beside)).toBe(expected);
  });
});
