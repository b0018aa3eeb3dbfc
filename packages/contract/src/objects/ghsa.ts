import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { SeverityOrUnknown } from './severity.ts';
import { Sha256 } from './sha256.ts';

/** One advisory of the advisory database, as its current record says. */
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
          ecosystem: z.string().nullable().describe('As OSV spells it.'),
          name: z.string(),
          range: z.string().nullable().describe('Vulnerable versions, as the database writes them.'),
          firstPatched: z.string().nullable(),
        }),
      )
      .describe('At most 100 of an advisory; `sha256` leads to all of them.'),
    published: Timestamp.nullable(),
    updated: Timestamp.nullable(),
    withdrawn: Timestamp.nullable(),
    url: z.url(),
    observedAt: Timestamp.describe('When we first saw this version of it.'),
    sha256: Sha256.nullable().describe('Of the record as it came: `GET /evidence/:sha256`.'),
  })
  .meta({ id: 'GhsaAdvisory' });
export type GhsaAdvisory = z.infer<typeof GhsaAdvisory>;
