import { z } from 'zod';
import { Severity } from './severity.ts';

/** One vulnerability in a list (contract 2.3). */
export const OsvItem = z
  .object({
    id: z.string().min(1).describe('OSV identifier, such as GHSA-…, CVE-…, PYSEC-….'),
    modified: z.string().describe('Last modification, as the record writes it.'),
    summary: z.string().optional(),
    severity: Severity.optional(),
  })
  .meta({ id: 'OsvItem' });
export type OsvItem = z.infer<typeof OsvItem>;

/** What OSV records say of a package (contract 2.3). An empty result does not mean that the package is secure. */
export const OsvQueryResult = z
  .object({
    package: z.string(),
    ecosystem: z.string().describe('`all` when none was given.'),
    version: z.string().describe('`any` when none was given.'),
    vulnerabilities: z
      .union([z.array(OsvItem), z.record(z.string(), z.array(OsvItem))])
      .describe('A list when an ecosystem was given, otherwise lists by ecosystem.'),
    truncated: z.boolean().optional(),
    total: z.int().nonnegative().optional(),
    nextCursor: z.string().nullable().optional(),
  })
  .meta({ id: 'OsvQueryResult' });
export type OsvQueryResult = z.infer<typeof OsvQueryResult>;
