import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { about, componentOf, examinedComponents, findingOf } from '../../test/sbom-examined.ts';
import { ALL_KNOWN } from './all-known.ts';
import type { ExaminedComponent } from './findings.ts';
import { toCycloneDxVex } from './write-cyclonedx-vex.ts';
import { toOpenVex } from './write-openvex.ts';
import { toSarif } from './write-sarif.ts';

const examined = (more: Partial<ExaminedComponent>): ExaminedComponent => ({
  component: componentOf(),
  verdict: 'unknown',
  verdictReason: 'No source covers it.',
  findings: [],
  ...more,
});

const ADVICE = {
  action: 'upgrade',
  sentence: 'Upgrade it to 1.1.',
  target: '1.1',
  crossesMajor: false,
  command: null,
} as const;

const CASES = [
  [
    'affected',
    examined({ verdict: 'affected', findings: [findingOf()] }),
    'CVE-2026-0001',
    'affected',
    'exploitable',
    'fail error',
  ],
  [
    'possible',
    examined({ findings: [findingOf({ status: 'possible', confidence: 'low' })] }),
    'CVE-2026-0001',
    'under_investigation',
    'in_triage',
    'fail note',
  ],
  [
    'fixed by a patch',
    examined({ verdict: 'not_affected', findings: [findingOf({ status: 'fixed_by_patch' })] }),
    'CVE-2026-0001',
    'fixed',
    'resolved',
    'pass none',
  ],
  ['unknown', examined({}), ALL_KNOWN, 'under_investigation', 'in_triage', 'fail note'],
  [
    'unknown without a package URL',
    examined({ component: componentOf({ purl: null }) }),
    ALL_KNOWN,
    'under_investigation',
    'in_triage',
    'fail note',
  ],
  [
    'affected by nothing that is named',
    examined({ verdict: 'affected' }),
    ALL_KNOWN,
    'under_investigation',
    'in_triage',
    'fail note',
  ],
  ['not affected', examined({ verdict: 'not_affected' }), ALL_KNOWN, 'not_affected', 'not_affected', null],
] as const;

describe('what a component becomes', () => {
  it.each(CASES)('%s', (_, one, id, status, state, sarif) => {
    const [statement] = toOpenVex([one], about).statements;
    const [vulnerability] = toCycloneDxVex([one], about).vulnerabilities;
    const [result] = toSarif([one], about).runs[0].results;

    expect([statement?.vulnerability.name, statement?.status]).toEqual([id, status]);
    expect([vulnerability?.id, vulnerability?.analysis.state]).toEqual([id, state]);
    expect(vulnerability?.affects).toEqual([{ ref: 'a' }]);
    expect(result === undefined ? null : `${result.kind} ${result.level}`).toBe(sarif);
  });
});

it('says nothing of a component without a known record', () => {
  const clean = examined({ verdict: 'none_known', verdictReason: 'No record is known.' });
  const none = { status: 'under_investigation', reason: 'No records are known for the components examined.' };

  expect(toOpenVex([clean], about).statements).toMatchObject([{ status: none.status, status_notes: none.reason }]);
  expect(toOpenVex([clean], about).statements[0]).not.toHaveProperty('products');
  expect(toCycloneDxVex([clean], about)).toMatchObject({
    components: [{ properties: expect.arrayContaining([{ name: 'almanac:verdict', value: 'none_known' }]) }],
    vulnerabilities: [{ analysis: { state: 'in_triage', detail: none.reason } }],
  });
  expect(toSarif([clean], about).runs[0]).toMatchObject({
    results: [],
    invocations: [{ toolExecutionNotifications: [{ level: 'note' }] }],
  });
  expect(toOpenVex([clean, examined({})], about).statements).toHaveLength(1);
});

describe('OpenVEX', () => {
  it('writes a statement for each vulnerability, with the products that share it', () => {
    const shared = findingOf();
    const document = toOpenVex(
      [
        examined({ verdict: 'affected', advice: ADVICE, findings: [shared] }),
        examined({
          component: componentOf({ purl: 'pkg:pypi/B_c@1.0' }),
          verdict: 'affected',
          advice: ADVICE,
          findings: [shared],
        }),
        examined({
          verdict: 'affected',
          findings: [findingOf({ id: 'CVE-2026-0002', fixedIn: null, title: null, aliases: [] })],
        }),
        examined({ component: componentOf({ purl: null, place: '/components/2' }) }),
      ],
      about,
    );

    expect(document).toEqual({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': about.documentId,
      author: about.site,
      timestamp: about.timestamp,
      version: 1,
      tooling: 'Almanac 1.2.3',
      statements: [
        {
          vulnerability: { name: 'CVE-2026-0001', description: 'A title', aliases: ['GHSA-aaaa-bbbb-cccc'] },
          products: [
            { '@id': 'pkg:npm/a@1.0', identifiers: { purl: 'pkg:npm/a@1.0' } },
            { '@id': 'pkg:pypi/b-c@1.0', identifiers: { purl: 'pkg:pypi/b-c@1.0' } },
          ],
          status: 'affected',
          status_notes:
            'The version is in an affected range, with high confidence; affected versions by OSV: before 1.1.',
          action_statement: 'Upgrade it to 1.1.',
        },
        expect.objectContaining({
          vulnerability: { name: 'CVE-2026-0002' },
          action_statement: 'Upgrade target not checked.',
        }),
        {
          vulnerability: {
            name: ALL_KNOWN,
            description: expect.stringContaining(
              'Not a single vulnerability: represents all vulnerabilities known when this document was written. Used for components judged as a whole.',
            ),
          },
          products: [{ '@id': `${about.documentId}#%2Fcomponents%2F2` }],
          status: 'under_investigation',
          status_notes: 'No source covers it.',
        },
      ],
    });
  });

  it('says that nothing was examined', () => {
    expect(toOpenVex([], about).statements).toMatchObject([
      { status: 'under_investigation', status_notes: 'No components were examined.' },
    ]);
  });

  it('speaks of every component, is never kinder than the verdict, and keeps the rules of the standard', () => {
    fc.assert(
      fc.property(examinedComponents, (components) => {
        const { statements } = toOpenVex(components, about);
        const products = new Set(
          statements.flatMap((statement) => statement.products ?? []).map((product) => product['@id']),
        );
        expect(statements.length).toBeGreaterThan(0);
        expect(new Set(statements.map((statement) => JSON.stringify(statement))).size).toBe(statements.length);
        for (const { component, verdict } of components) {
          if (verdict === 'none_known') continue;
          const alone = toOpenVex([examined({ component })], about).statements[0]?.products?.[0]?.['@id'];
          expect(products.has(alone ?? '')).toBe(true);
        }
        for (const { status, impact_statement, action_statement } of statements) {
          expect(impact_statement !== undefined).toBe(status === 'not_affected');
          expect(action_statement !== undefined).toBe(status === 'affected');
        }
        const clean = components.filter(({ verdict }) => verdict === 'not_affected').length;
        if (clean === 0) expect(statements.map(({ status }) => status)).not.toContain('not_affected');
      }),
      { numRuns: 200 },
    );
  });
});

describe('SARIF', () => {
  it('points to the line, else to the place', () => {
    const log = toSarif(
      [
        examined({
          component: componentOf({ place: 'line 12' }),
          verdict: 'affected',
          advice: ADVICE,
          findings: [findingOf({ severity: 'medium', score: 6.1 })],
        }),
        examined({}),
        examined({ verdict: 'not_affected' }),
      ],
      about,
    );

    const [run] = log.runs;
    expect(log.version).toBe('2.1.0');
    expect(run.tool.driver.rules).toEqual([
      {
        id: 'CVE-2026-0001',
        name: 'A title',
        shortDescription: { text: 'CVE-2026-0001: A title' },
        fullDescription: { text: 'A title' },
        help: {
          text: expect.stringContaining('Severity: medium (CVSS 6.1)\nAffected versions: before 1.1\nFixed in: 1.1\n'),
          markdown: expect.stringContaining('| Affected versions | before 1.1 |'),
        },
        helpUri: 'https://almanac.example/CVE-2026-0001',
        properties: {
          aliases: ['GHSA-aaaa-bbbb-cccc'],
          severity: 'medium',
          'security-severity': '6.1',
          tags: ['security', 'vulnerability'],
        },
      },
      { id: 'unknown-coverage', shortDescription: { text: expect.stringContaining('may be affected') } },
    ]);
    expect(run.results[0]).toEqual({
      ruleId: 'CVE-2026-0001',
      ruleIndex: 0,
      kind: 'fail',
      level: 'warning',
      message: {
        text: 'a 1.0 is affected by CVE-2026-0001 (high confidence). Affected: before 1.1. Upgrade it to 1.1.',
      },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'a%20folder/bom.json' }, region: { startLine: 12 } },
          logicalLocations: [{ fullyQualifiedName: 'line 12', name: 'pkg:npm/a@1.0' }],
        },
      ],
      partialFingerprints: { 'findingInPackage/v1': 'CVE-2026-0001 pkg:npm/a@1.0' },
    });
    expect(run.results[1]).toMatchObject({
      ruleId: 'unknown-coverage',
      level: 'note',
      message: { text: 'a 1.0: unknown. No source covers it.' },
    });
    expect(run.results[1]?.locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: 'a%20folder/bom.json' } }, logicalLocations: [expect.anything()] },
    ]);
    expect(run.results).toHaveLength(2);
    expect(run.invocations).toMatchObject([
      {
        toolExecutionNotifications: [
          {
            level: 'warning',
            message: { text: '3 components examined; 1 could not be checked, 0 without known records.' },
          },
        ],
      },
    ]);
  });

  it.each([
    ['critical', 9.8, 'error', '9.8'],
    ['high', 7, 'error', '7.0'],
    ['critical', null, 'error', '9.5'],
    ['high', null, 'error', '8.0'],
    ['medium', null, 'warning', '5.5'],
    ['low', null, 'note', '2.0'],
    [null, null, 'warning', undefined],
  ] as const)('severity %s with the score %s is level %s, and ranks by %s', (severity, score, level, rank) => {
    const log = toSarif([examined({ verdict: 'affected', findings: [findingOf({ severity, score })] })], about);

    expect(log.runs[0].results[0]?.level).toBe(level);
    const [rule] = log.runs[0].tool.driver.rules;
    expect({ 'security-severity': undefined, ...rule?.properties }['security-severity']).toBe(rank);
  });

  it('points to the line of a place in JSON where it is told', () => {
    const log = toSarif([examined({})], { ...about, lines: new Map([['/components/0', 7]]) });

    expect(log.runs[0].results[0]?.locations).toMatchObject([{ physicalLocation: { region: { startLine: 7 } } }]);
  });

  it('keeps the rules of the standard, and has a result for whatever is not clean', () => {
    fc.assert(
      fc.property(examinedComponents, (components) => {
        const [{ tool, results }] = toSarif(components, about).runs;
        for (const { ruleId, ruleIndex, kind, level } of results) {
          expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
          expect(kind === 'fail').toBe(level !== 'none');
        }
        expect(new Set(tool.driver.rules.map(({ id }) => id)).size).toBe(tool.driver.rules.length);
        const open = components.filter(({ verdict }) => verdict === 'affected' || verdict === 'unknown').length;
        expect(results.filter(({ level }) => level !== 'none').length).toBeGreaterThanOrEqual(open);
      }),
      { numRuns: 200 },
    );
  });
});
