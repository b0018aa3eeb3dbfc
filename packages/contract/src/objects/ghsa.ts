import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { SeverityOrUnknown } from './severity.ts';
import { Sha256 } from './sha256.ts';

export const GhsaAdvisory = z
  .object({
    ghsaId: z.string(),
    cveId: CveId.nullable(),
    type: z.enum(['reviewed', 'unreviewed', 'malware']).nullable(),
    severity: SeverityOrUnknown,
    cvss: z.object({ score: z.number(), vector: z.string().nullable(), version: z.string().nullable() }).nullable(),
    summary: z.string().nullable(),
    cwes: z.array(z.string()),
    vulnerabilities: z
      .array(
        z.object({
          ecosystem: z.string().nullable().describe('The OSV ecosystem name.'),
          name: z.string(),
          range: z.string().nullable().describe('Vulnerable versions as GitHub writes them.'),
          firstPatched: z.string().nullable(),
        }),
      )
      .describe('At most 100. `sha256` identifies the full record.'),
    published: Timestamp.nullable(),
    updated: Timestamp.nullable(),
    withdrawn: Timestamp.nullable(),
    url: z.url(),
    observedAt: Timestamp.describe('When we first saw this version of the record.'),
    sha256: Sha256.nullable().describe('Hash of the record: `GET /evidence/:sha256`.'),
  })
  .meta({ id: 'GhsaAdvisory' });
export type GhsaAdvisory = z.infer<typeof GhsaAdvisory>;
