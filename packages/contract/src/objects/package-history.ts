import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Paged } from './paging.ts';
import { SeverityOrUnknown } from './severity.ts';
import { SourceId } from './source-id.ts';

const Count = z.int().nonnegative();

export const PackageEvent = z
  .object({
    id: z.string().describe('The CVE ID, if it has one.'),
    severity: SeverityOrUnknown,
    packages: z
      .array(z.object({ ecosystem: z.string().nullable(), vendor: z.string().nullable(), name: z.string() }))
      .describe('The package or product of this name. A product has no ecosystem.'),
    records: z.array(z.object({ source: SourceId, id: z.string() })).describe('The records about it.'),
    known: Timestamp.describe('When the first record was published, or when we first saw it if none is dated.'),
    observedAt: Timestamp.describe('When we first saw a record that names the package.'),
    fixed: z
      .object({
        at: Timestamp,
        basis: z
          .enum(['published', 'observed'])
          .describe('`published`: the record named the fix from the start. `observed`: when we saw the fix added.'),
        versions: z
          .array(z.string())
          .describe(
            'First fixed versions, several if several release lines are maintained; empty if only a commit is named.',
          ),
      })
      .nullable()
      .describe('Null if no record names a fixed version.'),
    collection: z
      .array(
        z.object({
          channel: z.string(),
          attribute: z.string(),
          version: z.string().nullable(),
          at: Timestamp.describe('Since when the channel has a fixed version or a patch named after it.'),
          atOrBefore: z.boolean().describe('The channel already had it when we first saw it.'),
        }),
      )
      .describe('Channels that have the fix. Undetermined channels are omitted.'),
  })
  .meta({ id: 'PackageEvent' });
export type PackageEvent = z.infer<typeof PackageEvent>;

/** Spec 4.10; members by decision. */
export const PackageHistory = Paged.extend({
  package: z.string(),
  ecosystem: z.string().describe('`all` if none was given.'),
  vulnerabilities: z.array(PackageEvent).describe('Newest first. Excludes rejected and withdrawn records.'),
  months: z
    .array(
      z.object({
        month: z.string().regex(/^\d{4}-\d{2}$/),
        known: Count.describe('Vulnerabilities that became known in this month.'),
        fixed: Count.describe('Vulnerabilities whose fix became known in this month.'),
        open: Count.describe('Known and without a known fix at the end of the month; for the current month, now.'),
      }),
    )
    .describe('All vulnerabilities, from the first month to the current one.'),
  truncated: z.boolean().describe('Only some of the records were read: the figures are lower bounds.'),
}).meta({ id: 'PackageHistory' });
export type PackageHistory = z.infer<typeof PackageHistory>;
