import * as z from 'zod';
import { keyed } from './keyed.ts';
import { Redated } from './osv-details.ts';
import { Severity } from './severity.ts';

/** Spec 2.3. */
export const OsvItem = z
  .object({
    id: z.string().min(1).describe('OSV ID, such as GHSA-…, CVE-…, PYSEC-….'),
    modified: z.string().describe("The record's modification date in UTC."),
    redated: Redated.optional(),
    summary: z.string().optional(),
    severity: Severity.optional(),
  })
  .meta({ id: 'OsvItem' });
export type OsvItem = z.infer<typeof OsvItem>;

/** An addition: a record that may or may not apply to the version. */
export const OsvUndecided = z
  .object({
    id: z.string().min(1),
    ecosystem: z.string(),
    reason: z.string().describe('Such as `bound_unreadable`, `release_not_named` or `git_without_graph`.'),
  })
  .meta({ id: 'OsvUndecided' });
export type OsvUndecided = z.infer<typeof OsvUndecided>;

const ITEMS = { type: 'array', items: { $ref: '#/$defs/OsvItem' } };

/** Spec 2.3. An empty result does not mean that the package is secure. */
export const OsvQueryResult = z
  .object({
    package: z.string(),
    ecosystem: z.string().describe('`all` if none was given.'),
    version: z.string().describe('`any` if none was given.'),
    vulnerabilities: z
      .union([z.array(OsvItem), keyed(z.array(OsvItem), ITEMS)])
      .describe('A list if an ecosystem was given, otherwise lists by ecosystem. Ordered by ecosystem and ID.'),
    truncated: z.boolean().optional().describe('There are more. Continue with `nextCursor`.'),
    total: z.int().nonnegative().optional().describe('Total on all pages.'),
    totalType: z
      .enum(['exact', 'at_least'])
      .optional()
      .describe('`at_least`: too many records to evaluate in one request. Name an ecosystem or a release.'),
    nextCursor: z.string().nullable().optional(),
    undecided: z
      .object({ total: z.int().nonnegative(), records: z.array(OsvUndecided).describe('The first 50.') })
      .optional()
      .describe('With a version: records for which it cannot be told. They are neither listed nor clean.'),
  })
  .meta({ id: 'OsvQueryResult' });
export type OsvQueryResult = z.infer<typeof OsvQueryResult>;
