import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Paged } from './paging.ts';

const Count = z.int().nonnegative();

/** Packages by how many have to be built anew when one changes. */
export const RebuildImpacts = Paged.extend({
  snapshot: z.string().nullable().describe('The state of the dependencies that was counted.'),
  system: z.string().describe('That was evaluated.'),
  computedAt: Timestamp,
  stagingFrom: Count.describe('So many rebuilds call for the staging branch.'),
  packages: z.array(z.object({ attribute: z.string(), direct: Count, transitive: Count, staging: z.boolean() })),
}).meta({ id: 'RebuildImpacts' });
export type RebuildImpacts = z.infer<typeof RebuildImpacts>;

/** What a change of one package makes to be built anew. Counts are lower bounds: not every input has a name. */
export const RebuildImpact = z
  .object({
    package: z.string(),
    attribute: z.string().nullable().describe('Of the collection.'),
    snapshot: z.string().nullable(),
    system: z.string().nullable(),
    direct: Count.nullable().describe('Packages that are built from it; null: not known.'),
    transitive: Count.nullable().describe('Those, and all that are built from them; null: not known.'),
    deepestChain: z
      .array(z.string())
      .describe('The longest chain of packages, each built from the one before; cut after 100.'),
    depth: Count.nullable().describe('Steps of the longest chain.'),
    bestKnown: z
      .array(z.object({ attribute: z.string(), direct: Count, transitive: Count }))
      .describe('Dependents that have most dependents themselves.'),
    staging: z.boolean().nullable().describe('Whether the count calls for the staging branch; null: not known.'),
    stagingFrom: Count,
    reason: z.string().nullable().describe('Why something is not known.'),
  })
  .meta({ id: 'RebuildImpact' });
export type RebuildImpact = z.infer<typeof RebuildImpact>;
