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

/** JSON writes a line feed as two characters, and others as six. */
const BODY_LIMIT = 2 * MOST_DIFF_BYTES;

const EXAMPLE: z.input<typeof PullValidation> = {
  findings: [
    {
      rule: 'source-hash',
      severity: 'error',
      file: FILE,
      line: 8,
      message: 'harbour: the version is changed, and nothing of the diff changes the hash of its sources',
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

/** Rules over a change to packages (spec 4.10; members by decision). */
export const postPrValidate = endpoint({
  id: 'postPrValidate',
  method: 'POST',
  path: '/pr/validate',
  area: 'tracker',
  summary: 'Holds a change to packages of the collection against what is known of them',
  query: z.object({
    format: z
      .enum(['json', 'sarif'])
      .default('json')
      .describe('`sarif`: a bare log in SARIF 2.1.0 instead of the envelope.'),
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

/** The same with a fix for each finding that has one. */
export const postPrFix = endpoint({
  id: 'postPrFix',
  method: 'POST',
  path: '/pr/fix',
  area: 'tracker',
  summary: 'Fixes for what `POST /pr/validate` finds, as diffs that apply to the result of the given one',
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
        explanation: 'the hash is not shown, and a hash is never made up: build it and take what it prints',
      },
    ],
    diff: null,
    suggested: { title: 'harbour: 3.5.1 -> 3.5.2', body: null, labels: [] },
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
  exampleBody: EXAMPLE_BODY,
});
