import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { PackageAdvice } from '../objects/advice.ts';
import { Coverage } from '../objects/coverage.ts';
import { CveIdInput } from '../objects/cve-id-input.ts';
import { PurlAnswer, PurlResult } from '../objects/purl.ts';
import { LookedUp, UnknownReason, Verdict } from '../objects/verdict.ts';
import { MatchLimit } from '../objects/vulns.ts';
import { exampleCoverage } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;
const EXAMPLE_COVERAGE = exampleCoverage('osv');

/** Spec 4.10; members by decision. */
export const getPurl = endpoint({
  id: 'getPurl',
  method: 'GET',
  path: '/purl/:purl',
  wildcardParam: 'purl',
  area: 'packages',
  summary: 'List CVEs that match a package URL',
  params: z.object({
    purl: z
      .string()
      .max(1_000)
      .refine((text) => text.trim() !== '', { error: 'expected a package URL' })
      .describe('A package URL. Percent-encode its `?` and `#`.')
      .meta({ examples: ['pkg:npm/lodash@4.17.20'] }),
  }),
  query: z.object({
    cve: CveIdInput.optional().describe('Evaluate only this vulnerability. The verdict is about it.'),
    limit: MatchLimit,
  }),
  data: PurlResult,
  envelopeFields: Coverage.extend({
    verdict: Verdict,
    unknownReasons: z.array(UnknownReason).optional().describe('Empty unless the verdict is `unknown`.'),
    verdictReason: z.string().describe('The reason for the verdict.'),
    lookedUp: LookedUp.optional().describe('With `none_known`.'),
    advice: PackageAdvice.optional().describe('How to fix an affected version. Omitted if not checked.'),
  }),
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  example: {
    package: 'lodash',
    version: '4.17.20',
    matches: [],
    osvMatches: {},
    otherMatches: [],
    total: 0,
    truncated: false,
    parsed: {
      canonical: 'pkg:npm/lodash@4.17.20',
      type: 'npm',
      namespace: null,
      name: 'lodash',
      version: '4.17.20',
      qualifiers: {},
      subpath: null,
      ecosystem: 'npm',
      package: 'lodash',
    },
  },
  exampleEnvelopeFields: {
    verdict: 'none_known',
    verdictReason: 'OSV is up to date and has no record of lodash in npm.',
    lookedUp: { ecosystem: 'npm', name: 'lodash', vulnerability: null, sources: ['osv'] },
    ...EXAMPLE_COVERAGE,
  },
});

export const postPurls = endpoint({
  id: 'postPurls',
  method: 'POST',
  path: '/purls',
  area: 'packages',
  summary: 'Look up as many as 1,000 package URLs in brief',
  body: z.object({
    purls: z.array(z.string().max(1_000)).min(1).max(1_000).describe('Duplicates are answered each time.'),
  }),
  data: z.object({ results: z.array(PurlAnswer) }).meta({ id: 'PurlAnswers' }),
  envelopeFields: Coverage,
  cache: 0,
  rate: 'general',
  weights: [{ unit: 'package URLs', perRequest: 100 }],
  example: {
    results: [
      {
        purl: 'pkg:npm/lodash@4.17.20',
        status: 'ok',
        ecosystem: 'npm',
        package: 'lodash',
        version: '4.17.20',
        verdict: 'affected',
        verdictReason: 'This version has 1 known vulnerability.',
        total: 1,
        matches: [
          {
            id: 'CVE-2021-23337',
            confidence: 'high',
            status: 'affected',
            severity: 'high',
            affectedVersions: 'before 4.17.21',
            fixedIn: '4.17.21',
            sources: ['osv'],
          },
        ],
      },
    ],
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
  exampleBody: { purls: ['pkg:npm/lodash@4.17.20'] },
});
