import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Paged } from './paging.ts';

const Count = z.int().nonnegative();

export const RebuildImpacts = Paged.extend({
  snapshot: z.string().nullable().describe('The dependency snapshot that was counted.'),
  system: z.string().describe('The system that was evaluated.'),
  computedAt: Timestamp,
  stagingFrom: Count.describe('Number of rebuilds from which a change belongs on the staging branch.'),
  packages: z.array(z.object({ attribute: z.string(), direct: Count, transitive: Count, staging: z.boolean() })),
}).meta({ id: 'RebuildImpacts' });
export type RebuildImpacts = z.infer<typeof RebuildImpacts>;

/** Counts are lower bounds, because not every input has a name. */
export const RebuildImpact = z
  .object({
    package: z.string(),
    attribute: z.string().nullable().describe('The nixpkgs attribute.'),
    snapshot: z.string().nullable(),
    system: z.string().nullable(),
    direct: Count.nullable().describe('Packages that depend on it directly; null if unknown.'),
    transitive: Count.nullable().describe('Packages that depend on it directly or transitively; null if unknown.'),
    deepestChain: z.array(z.string()).describe('The longest chain of dependents, cut after 100.'),
    depth: Count.nullable().describe('Length of the longest chain.'),
    bestKnown: z
      .array(z.object({ attribute: z.string(), direct: Count, transitive: Count }))
      .describe('Dependents with the most dependents of their own.'),
    staging: z.boolean().nullable().describe('Whether the change belongs on the staging branch; null if unknown.'),
    stagingFrom: Count,
    reason: z.string().nullable().describe('Why a value is unknown.'),
  })
  .meta({ id: 'RebuildImpact' });
export type RebuildImpact = z.infer<typeof RebuildImpact>;
