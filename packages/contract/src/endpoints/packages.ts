import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../envelope.ts';
import { PackageAdvice } from '../objects/advice.ts';
import { Coverage } from '../objects/coverage.ts';
import { CveIdInput } from '../objects/cve-id-input.ts';
import { DateInput } from '../objects/date-input.ts';
import { EcosystemInput, PackageInput, VersionInput } from '../objects/package-input.ts';
import { Basis } from '../objects/past.ts';
import { LookedUp, UnknownReason, Verdict } from '../objects/verdict.ts';
import { MatchLimit, VulnsResult } from '../objects/vulns.ts';
import { EXAMPLE_SHA256 } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;
const TIME = '2026-11-15T08:23:00.000Z';

/** Spec 2.5 and 4.5. docs/matching.md describes the rules. */
export const getVulns = endpoint({
  id: 'getVulns',
  method: 'GET',
  path: '/vulns/:package',
  wildcardParam: 'package',
  area: 'packages',
  summary: 'List CVEs that match a package, with proof and confidence',
  params: z.object({ package: PackageInput }),
  query: z.object({
    version: VersionInput.describe('Without a version, no match can be confirmed for a package that records name.'),
    ecosystem: EcosystemInput.describe(
      'A case-sensitive OSV ecosystem name: `npm`, `PyPI`, `Debian:12`. The name then means exactly this package, as in a package URL. Default: a nixpkgs package, and every package and product of this name.',
    ),
    cve: CveIdInput.optional().describe('Evaluate only this vulnerability. The verdict is about it.'),
    limit: MatchLimit,
    at: DateInput.optional().describe(
      'Return the result as observed at an instant, or at the end of a date (UTC). Must not be in the future.',
    ),
  }),
  data: VulnsResult,
  envelopeFields: Coverage.extend({
    verdict: Verdict,
    unknownReasons: z.array(UnknownReason).optional().describe('Empty unless the verdict is `unknown`.'),
    verdictReason: z.string().describe('The reason for the verdict.'),
    lookedUp: LookedUp.optional().describe('With `none_known`.'),
    advice: PackageAdvice.optional().describe('How to fix an affected version. Omitted if not checked.'),
    at: Timestamp.optional().describe('The requested instant.'),
    basis: Basis.optional().describe('Present if `at` was given. Always `observed`.'),
  }),
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  example: {
    package: 'curl',
    version: '8.4.0',
    matches: [
      {
        cve: 'CVE-2024-2398',
        confidence: 'high',
        status: 'affected',
        source: 'pkgtracker',
        severity: 'high',
        title: 'HTTP/2 push headers memory-leak',
        affectedVersions: '>= 7.44.0, <= 8.6.0',
        references: ['https://curl.se/docs/CVE-2024-2398.html'],
        aliases: [],
        sources: ['cve_list_v5'],
        proof: {
          rule: 'exact_confirmed',
          reason: 'A record about exactly this package includes the version within its bounds.',
          evidence: [
            {
              kind: 'record',
              source: 'cve_list_v5',
              id: 'CVE-2024-2398',
              sha256: EXAMPLE_SHA256,
              identity: {
                rule: 'vendor_agrees',
                weight: 0.95,
                naming: [],
                from: 'curl',
                to: 'curl:curl',
                reason: 'same name, and the vendor makes the package',
              },
            },
          ],
          against: [],
          left: 0,
          overturn: 'a version below 7.44.0, or a version above 8.6.0',
        },
      },
    ],
    osvMatches: {},
    otherMatches: [],
    total: 1,
    truncated: false,
    evaluated: { records: 53, affected: 6, notAffected: 17, unknown: 30 },
  },
  exampleEnvelopeFields: {
    verdict: 'affected',
    verdictReason: 'This version has 1 known vulnerability.',
    coverage: [{ source: 'cve_list_v5', state: 'ok', checkedAt: TIME, changedAt: TIME }],
    asOf: TIME,
  },
});
