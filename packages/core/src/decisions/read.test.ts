import { describe, expect, it } from 'vitest';
import { about, componentOf, findingOf } from '../../test/sbom-examined.ts';
import type { ExaminedComponent } from '../sbom/findings.ts';
import { csafOf } from '../sbom/write-csaf.ts';
import { cycloneDxVexOf } from '../sbom/write-cyclonedx-vex.ts';
import { openVexOf } from '../sbom/write-openvex.ts';
import { decideOutcome } from './decide.ts';
import { indexDecisions } from './index-of-decisions.ts';
import { DECISION_LIMITS, type Decision } from './model.ts';
import { readDecisions } from './read-decisions.ts';
import { withDecision } from './write-toml.ts';

const HASH = '0123456789abcdef'.repeat(4);
const ENTRY = `[[decision]]
vulnerability = "CVE-2026-0001"
package = "pkg:npm/a"
status = "not_affected"
reason = "It is not called."
author = "ada"
decided = 2026-11-01
expires = 2027-02-01
`;
const FILE = `version = 1\n\n${ENTRY}`;
const read = (content: unknown, name = 'almanac.toml') => readDecisions([{ name, content }]);

describe('a file of decisions', () => {
  it('is read with everything that it says', () => {
    const evidence = `[decision.evidence]
affected = "< 1.1"
severity = "high"
exploited = false
records = [{ source = "osv", id = "GHSA-aaaa-bbbb-cccc", sha256 = "${HASH}" }]`;
    const text =
      FILE.replace('status', 'versions = ["1.0"]\njustification = "component_not_present"\nstatus') + evidence;

    expect(read(text)).toEqual({
      decisions: [
        {
          vulnerability: 'CVE-2026-0001',
          aliases: [],
          package: 'pkg:npm/a',
          versions: ['1.0'],
          status: 'not_affected',
          justification: 'component_not_present',
          reason: 'It is not called.',
          author: 'ada',
          decided: '2026-11-01',
          expires: '2027-02-01',
          evidence: {
            affected: '< 1.1',
            severity: 'high',
            exploited: false,
            records: [{ source: 'osv', id: 'GHSA-aaaa-bbbb-cccc', sha256: HASH }],
          },
          place: 'almanac.toml, decision 1',
        },
      ],
      notes: [],
      problem: null,
    });
  });

  it.each([
    ['no TOML', 'a = ', /is not TOML/],
    ['no version', ENTRY, /version = 1 is required/],
    ['another version', FILE.replace('version = 1', 'version = 2'), /version = 1 is required/],
    ['a table that is not known', `${FILE}\n[ignore]\n`, /unknown member "ignore"/],
    ['a member that is not known', FILE.replace('author', 'auther'), /unknown member "auther"/],
    ['no expiry', FILE.replace(/expires.*\n/, ''), /"expires" is missing/],
    ['an expiry after more than a year', FILE.replace('2027-02-01', '2027-11-02'), /more than a year/],
    ['an expiry before the decision', FILE.replace('2027-02-01', '2026-10-01'), /before "decided"/],
    [
      'a day that is none',
      FILE.replace('expires = 2027-02-01', 'expires = "2027-02-31"'),
      /"expires" is missing or not a date/,
    ],
    ['no reason', FILE.replace('It is not called.', ' '), /"reason" is missing/],
    ['no author', FILE.replace(/author.*\n/, ''), /"author" is missing/],
    ['another status', FILE.replace('not_affected', 'ignored'), /"status" must be one of/],
    ['another justification', `${FILE}justification = "because"`, /"justification" must be one of/],
    [
      'a justification beside another status',
      `${FILE.replace('not_affected', 'fixed')}justification = "component_not_present"`,
      /"justification" requires status not_affected/,
    ],
    ['not a valid package URL', FILE.replace('pkg:npm/a', 'lodash'), /not a valid package URL/],
    ['a version twice', FILE.replace('pkg:npm/a"', 'pkg:npm/a@1"\nversions = ["1"]'), /either in "package" or/],
    ['an empty list of versions', `${FILE}versions = []`, /list of 1 to 100/],
    [
      'a hash that is none',
      `${FILE}[decision.evidence]\nrecords = [{ source = "osv", id = "x", sha256 = "abc" }]`,
      /64 hexadecimal/,
    ],
    ['JSON that is no VEX', '{"a": 1}', /is not OpenVEX, CycloneDX or CSAF\./],
    ['JSON that is none', '{"a": ', /is not JSON/],
  ])('with %s is refused as a whole', (_, text, words) => {
    const { decisions, problem } = read(text);

    expect(decisions).toBeNull();
    expect(problem).toMatch(words);
    expect(problem).toContain('almanac.toml');
  });

  it('that ends exactly a year later is read', () => {
    expect(read(FILE.replace('2027-02-01', '2027-11-01')).problem).toBeNull();
  });
});

describe('limits', () => {
  const many = (count: number) => `version = 1\n${ENTRY.repeat(count)}`;
  it('on the number of decisions, of one document and of all', () => {
    const half = { name: 'a', content: many(DECISION_LIMITS.decisions / 2) };

    expect(read(many(DECISION_LIMITS.decisions)).decisions).toHaveLength(DECISION_LIMITS.decisions);
    expect(read(many(DECISION_LIMITS.decisions + 1)).problem).toMatch(/more than 10,000 decisions/);
    expect(readDecisions([half, half]).problem).toBeNull();
    expect(readDecisions([half, half, { name: 'b', content: FILE }]).problem).toMatch(/^b: more than 10,000/);
  });

  it.each([
    ['characters', FILE + '#'.repeat(DECISION_LIMITS.characters - FILE.length), null],
    ['characters', FILE + '#'.repeat(DECISION_LIMITS.characters - FILE.length + 1), /exceeds 4,194,304 characters/],
    ['a reason', FILE.replace('It is not called.', 'x'.repeat(DECISION_LIMITS.text)), null],
    ['a reason', FILE.replace('It is not called.', 'x'.repeat(DECISION_LIMITS.text + 1)), /exceeds 4000 characters/],
    ['depth', `{"a": ${'['.repeat(50)}${']'.repeat(50)}}`, /nested deeper than 40/],
    ['versions', `${FILE}versions = [${'"1",'.repeat(DECISION_LIMITS.versions + 1)}]`, /list of 1 to 100/],
  ])('on %s', (_, text, words) => {
    const { problem } = read(text);

    if (words === null) expect(problem).toBeNull();
    else expect(problem).toMatch(words);
  });

  it('on documents', () => {
    const documents = Array.from({ length: DECISION_LIMITS.documents + 1 }, () => ({ name: 'a', content: FILE }));

    expect(readDecisions(documents.slice(1)).problem).toBeNull();
    expect(readDecisions(documents).problem).toMatch(/maximum 20/);
  });
});

const DECISION: Decision = {
  vulnerability: 'CVE-2026-0001',
  aliases: [],
  package: 'pkg:npm/a',
  versions: ['1.0'],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  reason: 'It is not "called".\nNowhere.',
  author: 'ada <ada@example.org>',
  decided: '2026-11-01',
  expires: '2027-02-01',
  evidence: {
    affected: 'before 1.1',
    severity: 'high',
    exploited: false,
    records: [{ source: 'osv', id: 'GHSA-aaaa-bbbb-cccc', sha256: HASH }],
  },
  place: 'almanac.toml, decision 1',
};

describe('a decision that is written', () => {
  it('begins a file, and reads the same', () => {
    const text = withDecision('', DECISION, 'almanac.toml');

    expect(read(text).decisions).toEqual([DECISION]);
    expect(text).toMatch(/^version = 1\n\n\[\[decision\]\]\nvulnerability = "CVE-2026-0001"\n/);
  });

  it('takes the place of the one with its scope, and leaves all else as it is', () => {
    const others = `# Ours\nversion = 1\n\n${ENTRY}\n# About b\n${ENTRY.replace('npm/a', 'npm/b')}`;
    const both = withDecision(others, DECISION, 'x');
    const text = withDecision(both, { ...DECISION, reason: 'Again.' }, 'x');

    expect(read(text).decisions?.map(({ reason }) => reason)).toEqual([
      'It is not called.',
      'It is not called.',
      'Again.',
    ]);
    expect(text.startsWith(others.trimEnd())).toBe(true);
    const first = withDecision(text, { ...DECISION, versions: [], reason: 'First.' }, 'x');
    expect(read(first).decisions?.map(({ reason }) => reason)).toEqual(['First.', 'It is not called.', 'Again.']);
    expect(first).toContain('\n# About b\n[[decision]]\n');
  });

  it('is added where lines do not tell decisions apart', () => {
    const odd = FILE.replace('"It is not called."', '"""\n[[decision]]\n"""');

    expect(read(withDecision(odd, { ...DECISION, versions: [] }, 'x')).decisions).toHaveLength(2);
  });
});

const EXAMINED: readonly ExaminedComponent[] = (() => {
  const finding = findingOf({ records: DECISION.evidence?.records });
  const outcome = {
    verdict: 'affected',
    reason: 'x',
    unknownReasons: [],
    findings: [finding, findingOf({ id: 'CVE-2026-0002', aliases: [] })],
    more: 0,
  } as const;
  const decided = decideOutcome(componentOf(), outcome, indexDecisions([DECISION]), {
    now: Date.parse('2026-11-16'),
    exploited: () => false,
  });
  return [
    { component: componentOf(), verdict: decided.verdict, verdictReason: decided.reason, findings: decided.findings },
  ];
})();

describe('VEX of our own', () => {
  it.each([
    ['OpenVEX', openVexOf(EXAMINED, about)],
    ['CycloneDX', cycloneDxVexOf(EXAMINED, about)],
    ['CSAF', csafOf(EXAMINED, about)],
  ])('in %s gives the same decisions when it is read', (_, document) => {
    const { decisions } = read(JSON.stringify(document), 'vex.json');

    expect(decisions?.map(({ place: _place, ...decision }) => decision)).toEqual(
      [{ ...DECISION, place: undefined }].map(({ place: _p, ...d }) => d),
    );
  });

  it('says what was decided in the words of each standard', () => {
    expect(openVexOf(EXAMINED, about).statements[0]).toMatchObject({
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      impact_statement: DECISION.reason,
    });
    expect(cycloneDxVexOf(EXAMINED, about).vulnerabilities[0]?.analysis).toMatchObject({
      state: 'not_affected',
      justification: 'code_not_reachable',
    });
    expect(csafOf(EXAMINED, about).vulnerabilities?.[0]).toMatchObject({
      cve: 'CVE-2026-0001',
      product_status: { known_not_affected: ['pkg:npm/a@1.0'] },
      flags: [{ label: 'vulnerable_code_not_in_execute_path', product_ids: ['pkg:npm/a@1.0'] }],
    });
  });
});

const STATED = { justification: 'component_not_present', reason: 'Not in the image.', status: 'not_affected' } as const;

describe('VEX of others', () => {
  const openvex = (statement: object) => ({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    author: 'Vendor',
    timestamp: '2026-06-01T00:00:00Z',
    statements: [{ vulnerability: { name: 'CVE-2026-0001', aliases: ['GHSA-aaaa-bbbb-cccc'] }, ...statement }],
  });
  const cyclonedx = (analysis: object, ref: string) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { timestamp: '2026-06-01T00:00:00Z', authors: [{ name: 'Vendor' }] },
    components: [{ 'bom-ref': 'a', purl: 'pkg:npm/a@1.0', components: [{ 'bom-ref': 'nested', purl: 'pkg:npm/b@2' }] }],
    vulnerabilities: [{ id: 'CVE-2026-0001', analysis, affects: [{ ref }] }],
  });
  const csaf = (vulnerability: object) => ({
    document: {
      csaf_version: '2.0',
      publisher: { name: 'Vendor' },
      tracking: { current_release_date: '2026-06-01T00:00:00Z' },
    },
    product_tree: {
      branches: [
        { branches: [{ product: { product_id: 'A', product_identification_helper: { purl: 'pkg:npm/a@1.0' } } }] },
      ],
      relationships: [{ product_reference: 'A', full_product_name: { product_id: 'IN-B' } }],
      product_groups: [{ group_id: 'G', product_ids: ['A'] }],
    },
    vulnerabilities: [{ cve: 'CVE-2026-0001', ...vulnerability }],
  });

  it.each([
    [
      'OpenVEX',
      openvex({
        status: 'not_affected',
        justification: STATED.justification,
        impact_statement: STATED.reason,
        products: [{ '@id': 'pkg:npm/a@1.0' }],
      }),
      ['1.0'],
      STATED,
    ],
    [
      'OpenVEX of a part',
      openvex({
        status: 'fixed',
        status_notes: 'x',
        products: [{ '@id': 'pkg:oci/app', subcomponents: [{ '@id': 'pkg:npm/a@1.0' }] }],
      }),
      ['1.0'],
      { status: 'fixed', justification: null },
    ],
    [
      'OpenVEX of 0.0.1',
      { ...openvex({}), statements: [{ vulnerability: 'CVE-2026-0001', status: 'fixed', products: ['pkg:npm/a'] }] },
      [],
      { status: 'fixed' },
    ],
    [
      'CycloneDX',
      cyclonedx({ state: 'not_affected', justification: 'code_not_present', detail: STATED.reason }, 'a'),
      ['1.0'],
      { ...STATED, justification: 'vulnerable_code_not_present' },
    ],
    [
      'CycloneDX of a nested component',
      cyclonedx({ state: 'false_positive' }, 'nested'),
      ['2'],
      { status: 'not_affected', package: 'pkg:npm/b' },
    ],
    [
      'CycloneDX with a link',
      cyclonedx({ state: 'resolved' }, 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#pkg:npm%2Fc@3'),
      ['3'],
      { status: 'fixed', package: 'pkg:npm/c' },
    ],
    [
      'CSAF',
      csaf({
        product_status: { known_not_affected: ['A'] },
        flags: [{ label: STATED.justification, group_ids: ['G'] }],
        threats: [{ category: 'impact', details: STATED.reason, product_ids: ['A'] }],
      }),
      ['1.0'],
      STATED,
    ],
    ['CSAF of what a product is made of', csaf({ product_status: { fixed: ['IN-B'] } }), ['1.0'], { status: 'fixed' }],
  ])('in %s is read as decisions of a year', (_, document, versions, expected) => {
    expect(read(document, 'vex.json')).toMatchObject({
      decisions: [
        {
          vulnerability: 'CVE-2026-0001',
          package: 'pkg:npm/a',
          versions,
          decided: '2026-06-01',
          expires: '2027-06-01',
          evidence: null,
          ...expected,
        },
      ],
      problem: null,
    });
  });

  it.each([
    ['affected', openvex({ status: 'affected', products: [{ '@id': 'pkg:npm/a' }] }), null],
    [
      'without a package URL',
      openvex({ status: 'fixed', products: [{ '@id': 'https://example.org' }] }),
      /without a package URL/,
    ],
    [
      'without a time',
      { ...openvex({ status: 'fixed', products: [{ '@id': 'pkg:npm/a' }] }), timestamp: undefined },
      /without a time/,
    ],
    ['in triage', cyclonedx({ state: 'in_triage' }, 'a'), null],
  ])('that is %s decides nothing, and says so where it could', (_, document, words) => {
    const notes = words === null ? [] : [expect.stringMatching(words)];

    expect(read(document, 'vex.json')).toMatchObject({ decisions: [], notes });
  });

  it.each([
    [null],
    [[]],
    [{ statements: 'x' }],
    [{ ...openvex({}), statements: [null, 1, { products: [null] }] }],
    [csaf({ product_status: 7 })],
  ])('that makes no sense does not throw: %j', (document) => {
    expect(() => read(document, 'x')).not.toThrow();
  });
});
