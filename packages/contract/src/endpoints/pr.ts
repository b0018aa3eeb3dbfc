import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { MOST_DIFF_BYTES, PullFixes, PullRequestInput, PullValidation } from '../objects/pr.ts';
import type { Weight } from '../rates.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

const FILE = 'pkgs/by-name/ha/harbour/package.nix';
const EXAMPLE_DIFF = `diff --git a/${FILE} b/${FILE}
--- a/${FILE}
+++ b/${FILE}
@@ -7,5 +7,5 @@
   pname = "harbour";
-  version = "3.5.1";
+  version = "3.5.2";
 
   src = fetchFromGitHub {
     owner = "tidewater";
`;
const EXAMPLE_BODY = { diff: EXAMPLE_DIFF, title: 'harbour: 3.5.1 -> 3.5.2', base: 'master' };

/** JSON escapes a line feed as two characters, and other control characters as six. */
const BODY_LIMIT = 2 * MOST_DIFF_BYTES;

const EXAMPLE: z.input<typeof PullValidation> = {
  findings: [
    {
      rule: 'source-hash',
      severity: 'error',
      file: FILE,
      line: 8,
      message: 'harbour: the version changes, but the source hash does not',
      package: 'harbour',
      cves: [],
      evidence: [{ kind: 'diff', file: FILE, line: 8, text: 'version = "3.5.2";' }],
    },
  ],
  packages: [
    {
      name: 'harbour',
      attribute: 'harbour',
      file: FILE,
      line: 8,
      change: 'changed',
      oldVersion: '3.5.1',
      newVersion: '3.5.2',
      verdict: 'not_affected',
      verdictReason: 'Checked against every record of the package (CVE list); none applies.',
      notes: [],
    },
  ],
  files: 1,
  lookedUp: 1,
  truncated: false,
};

const PULL_WEIGHTS: readonly Weight[] = [{ unit: 'changed packages', perRequest: 10 }];

/** Spec 4.10; members by decision. */
export const postPrValidate = endpoint({
  id: 'postPrValidate',
  method: 'POST',
  path: '/pr/validate',
  area: 'tracker',
  summary: 'Check a nixpkgs change against known vulnerabilities',
  query: z.object({
    format: z
      .enum(['json', 'sarif'])
      .default('json')
      .describe('`sarif` returns a bare SARIF 2.1.0 log instead of the envelope.'),
  }),
  body: PullRequestInput,
  rawBody: { media: [], limit: BODY_LIMIT },
  data: PullValidation,
  envelopeFields: Coverage,
  otherMedia: ['application/sarif+json'],
  cache: 0,
  rate: 'general',
  weights: PULL_WEIGHTS,
  errors: ['DIFF_INVALID', 'DIFF_TOO_COSTLY'],
  example: EXAMPLE,
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
  exampleBody: EXAMPLE_BODY,
});

export const postPrFix = endpoint({
  id: 'postPrFix',
  method: 'POST',
  path: '/pr/fix',
  area: 'tracker',
  summary: 'Suggest diffs that fix the findings of `POST /pr/validate`',
  body: PullRequestInput,
  rawBody: { media: [], limit: BODY_LIMIT },
  data: PullFixes,
  envelopeFields: Coverage,
  cache: 0,
  rate: 'general',
  weights: PULL_WEIGHTS,
  errors: ['DIFF_INVALID', 'DIFF_TOO_COSTLY'],
  example: {
    ...EXAMPLE,
    fixes: [
      {
        rule: 'source-hash',
        file: FILE,
        line: 8,
        package: 'harbour',
        diff: null,
        suggests: [],
        explanation: 'the hash is not known; build the package and use the hash that the build prints',
      },
    ],
    diff: null,
    suggested: { title: 'harbour: 3.5.1 -> 3.5.2', body: null, labels: [] },
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
  exampleBody: EXAMPLE_BODY,
});
