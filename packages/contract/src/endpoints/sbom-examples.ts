const TIME = '2026-11-15T08:23:00.000Z';

export const EXAMPLE_SBOM = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components: [{ type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' }],
};

const DOCUMENT = {
  format: 'cyclonedx' as const,
  specVersion: '1.6',
  encoding: 'json' as const,
  subject: null,
  validation: { schema: 'CycloneDX bom-1.6.schema.json', valid: true, problems: [] },
  notes: [],
};

const COMPONENT = {
  name: 'lodash',
  version: '4.17.20',
  purl: 'pkg:npm/lodash@4.17.20',
  refs: [],
  places: ['/components/0'],
  occurrences: 1,
  direct: null,
  dev: null,
};

const FINDING = {
  id: 'CVE-2021-23337',
  aliases: ['GHSA-35jh-r3h4-6jhm'],
  confidence: 'high' as const,
  status: 'affected' as const,
  severity: 'high' as const,
  title: 'Command Injection in lodash',
  affectedVersions: 'before 4.17.21',
  fixedIn: '4.17.21',
  sources: ['osv'],
};

const REASON = '1 of 1 components is affected';
const COUNTS = { seen: 1, matched: 1, affected: 1, notAffected: 0, unknown: 0, skipped: 0 };

export const EXAMPLE_RESULT = {
  document: DOCUMENT,
  components: COUNTS,
  reasons: [],
  findings: [
    {
      component: COMPONENT,
      verdict: 'affected' as const,
      verdictReason: 'This version has 1 known vulnerability.',
      total: 1,
      findings: [FINDING],
      left: 0,
    },
  ],
  proofsLeft: 0,
};

export const EXAMPLE_BESIDE = {
  verdict: 'affected' as const,
  verdictReason: REASON,
  coverage: [{ source: 'osv' as const, state: 'ok' as const, checkedAt: TIME, changedAt: TIME }],
  asOf: TIME,
};

export const EXAMPLE_THEN_AND_NOW = {
  document: DOCUMENT,
  clock: 'true' as const,
  past: {
    at: '2024-10-24T23:59:59.999Z',
    verdict: 'affected' as const,
    verdictReason: REASON,
    components: COUNTS,
    findings: 1,
    basis: 'reconstructed' as const,
    reconstructed: true,
  },
  now: {
    at: TIME,
    verdict: 'affected' as const,
    verdictReason: REASON,
    components: COUNTS,
    findings: 1,
    basis: 'observed' as const,
    reconstructed: false,
  },
  difference: { newlyKnown: 0, noLonger: 0, changed: 0, same: 1 },
  reasons: [],
  pastCoverage: {
    coverage: [{ source: 'osv' as const, state: 'stale' as const, checkedAt: null, changedAt: null }],
    asOf: null,
  },
  components: [
    {
      component: COMPONENT,
      past: { verdict: 'affected' as const, verdictReason: 'This version has 1 known vulnerability.' },
      now: { verdict: 'affected' as const, verdictReason: 'This version has 1 known vulnerability.' },
      same: [
        {
          ...FINDING,
          records: [
            {
              source: 'osv',
              record: 'GHSA-35jh-r3h4-6jhm',
              sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
              observedAt: '2026-10-01T02:00:00.000Z',
              firstObservedAt: '2026-10-01T02:00:00.000Z',
              published: '2021-05-06T16:05:51.000Z',
              modified: '2026-09-24T21:08:14.000Z',
              withdrawn: null,
              removedAt: null,
              reconstructed: false,
            },
          ],
        },
      ],
      differences: [],
      left: 0,
    },
  ],
};

export const EXAMPLE_FORMATS = {
  formats: [{ format: 'cyclonedx' as const, encoding: 'json' as const, specVersions: ['1.5', '1.6'] }],
  mediaTypes: ['application/json', 'application/vnd.cyclonedx+json'],
  answers: [{ format: 'sarif', mediaType: 'application/sarif+json' }],
  limits: { bytes: 20_971_520, components: 50_000, componentsWithoutKey: 1_000, depth: 100 },
  purlTypes: [{ type: 'npm', matched: true, byVersion: true, ecosystems: ['npm'] }],
};
