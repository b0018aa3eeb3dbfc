import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { CveIdInput } from '../objects/cve-id-input.ts';
import { RemediationResult } from '../objects/remediation.ts';
import { EXAMPLE_SHA256 } from './cve-examples.ts';

const TIME = '2026-11-15T08:23:00.000Z';
const FINDING = {
  id: 'CVE-2021-23337',
  aliases: ['GHSA-35jh-r3h4-6jhm'],
  state: 'holds' as const,
  severity: 'high' as const,
  kev: false,
  affectedVersions: 'every version up to but not including 4.17.21',
};
const NONE = { packages: 0, findings: 0, kev: 0, bySeverity: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 } };

const GIVEN = ['packages', 'sbom', 'cves'] as const;

export const RemediationInput = z
  .object({
    packages: z
      .array(z.string().max(1_000))
      .min(1)
      .max(1_000)
      .optional()
      .describe('Package URLs with versions. At most 40 may be of type `nix`.'),
    sbom: z
      .union([z.looseObject({}), z.string()], { error: 'expected the document as an object or as text' })
      .optional()
      .describe('An SBOM as for `POST /sbom`, with at most 1,000 package URLs.'),
    cves: z
      .array(CveIdInput)
      .min(1)
      .max(50)
      .optional()
      .describe('CVEs. Plans cover the nixpkgs packages that they affect or may affect.'),
  })
  .refine((body) => GIVEN.filter((name) => body[name] !== undefined).length === 1, {
    error: 'expected exactly one of packages, sbom and cves',
  });

export type RemediationInput = z.output<typeof RemediationInput>;

/** Spec 4.10. docs/remediation.md describes the rules. */
export const postRemediationPlan = endpoint({
  id: 'postRemediationPlan',
  method: 'POST',
  path: '/remediation/plan',
  area: 'sbom',
  summary: 'Find the smallest upgrade that fixes every known vulnerability, with proof',
  body: RemediationInput,
  readElsewhereAbove: 65_536,
  data: RemediationResult,
  envelopeFields: Coverage,
  cache: 0,
  rate: 'general',
  weights: [
    { unit: 'package URLs', perRequest: 100 },
    { unit: 'CVE IDs', perRequest: 10 },
  ],
  errors: ['SBOM_INVALID', 'SBOM_TOO_MANY_COMPONENTS', 'SBOM_TOO_COSTLY'],
  example: {
    plans: [
      {
        purls: ['pkg:npm/lodash@4.17.20'],
        places: [],
        ecosystem: 'npm',
        package: 'lodash',
        status: 'fix',
        current: '4.17.20',
        verdict: 'affected',
        verdictReason: 'This version has 1 known vulnerability.',
        target: '4.17.21',
        targetPurl: 'pkg:npm/lodash@4.17.21',
        namedBy: 'osv GHSA-35jh-r3h4-6jhm',
        crossesMajor: false,
        clears: [FINDING],
        opens: [],
        stays: [],
        findingsLeft: 0,
        patched: [],
        alternatives: [],
        candidates: 1,
        candidatesTried: 1,
        atTarget: {
          verdict: 'not_affected',
          reason: 'Checked against every record of the package (OSV); none applies.',
        },
        rebuild: null,
        advice: {
          action: 'upgrade',
          sentence: 'Upgrade lodash to 4.17.21.',
          has: [{ id: 'CVE-2021-23337', severity: 'high', kev: false }],
          target: '4.17.21',
          crossesMajor: false,
          remaining: [],
          undecided: [],
          command: 'npm install lodash@4.17.21',
        },
        proof: {
          order: 'semver-like',
          findings: [
            {
              id: 'CVE-2021-23337',
              records: [
                {
                  record: { source: 'osv', id: 'GHSA-35jh-r3h4-6jhm' },
                  sha256: EXAMPLE_SHA256,
                  range: 'every version up to but not including 4.17.21',
                  comparator: 'semver',
                  atCurrent: { verdict: 'affected', reason: 'in_range', bound: 'fixed 4.17.21' },
                  atTarget: { verdict: 'not_affected', reason: 'outside', bound: 'fixed 4.17.21' },
                  overturn: 'a version in this range would be affected: every version up to but not including 4.17.21',
                },
              ],
              left: 0,
            },
          ],
          findingsLeft: 0,
          othersClear: 4,
          smaller: [],
          left: 0,
          overturn: 'a record whose range includes 4.17.21, or one that names a smaller unaffected version',
        },
      },
    ],
    set: [
      {
        ecosystem: 'npm',
        package: 'lodash',
        target: '4.17.21',
        crossesMajor: false,
        moves: ['4.17.20'],
        keeps: [],
        open: [],
      },
    ],
    totals: {
      asked: 1,
      before: { ...NONE, packages: 1, findings: 1, bySeverity: { ...NONE.bySeverity, high: 1 } },
      after: NONE,
      cleared: { byCommand: 1, byHand: 0 },
      unknown: 0,
      notPlanned: 0,
    },
    notes: [],
  },
  exampleEnvelopeFields: { coverage: [{ source: 'osv', state: 'ok', checkedAt: TIME, changedAt: TIME }], asOf: TIME },
  exampleBody: { packages: ['pkg:npm/lodash@4.17.20'] },
});
