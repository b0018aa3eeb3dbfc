import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Paged } from './paging.ts';
import { SeverityOrUnknown } from './severity.ts';
import { SourceId } from './source-id.ts';

const Count = z.int().nonnegative();

/** One vulnerability of a package, over time. */
export const PackageEvent = z
  .object({
    id: z.string().describe('Its CVE id where it has one.'),
    severity: SeverityOrUnknown,
    packages: z
      .array(z.object({ ecosystem: z.string().nullable(), vendor: z.string().nullable(), name: z.string() }))
      .describe('Which package or product of this name it is about; a product has no ecosystem.'),
    records: z.array(z.object({ source: SourceId, id: z.string() })).describe('Who says so.'),
    known: Timestamp.describe('When the first record of it was published; where none is dated, when we first saw it.'),
    observedAt: Timestamp.describe('When we first saw a record that names the package.'),
    fixed: z
      .object({
        at: Timestamp,
        basis: z
          .enum(['published', 'observed'])
          .describe('`published`: its record named the fix from the beginning; `observed`: when we saw that it did.'),
        versions: z
          .array(z.string())
          .describe(
            'First versions without it, several where several lines are kept; none where only a commit is named.',
          ),
      })
      .nullable()
      .describe('Null: no record names a version without it.'),
    collection: z
      .array(
        z.object({
          channel: z.string(),
          attribute: z.string(),
          version: z.string().nullable(),
          at: Timestamp.describe('Since when the channel has had a version without it, or a patch named after it.'),
          atOrBefore: z.boolean().describe('It had it already when we first saw the channel.'),
        }),
      )
      .describe('Channels that have the fix. Those of which it cannot be told are left out.'),
  })
  .meta({ id: 'PackageEvent' });
export type PackageEvent = z.infer<typeof PackageEvent>;

/** The vulnerabilities of a package over time (spec 4.10; members by decision). */
export const PackageHistory = Paged.extend({
  package: z.string(),
  ecosystem: z.string().describe('`all` when none was given.'),
  vulnerabilities: z.array(PackageEvent).describe('Newest first. Rejected and withdrawn ones are left out.'),
  months: z
    .array(
      z.object({
        month: z.string().regex(/^\d{4}-\d{2}$/),
        known: Count.describe('That became known in it.'),
        fixed: Count.describe('Of which a fix became known in it.'),
        open: Count.describe('Known and without a known fix at its end; in the last month, by now.'),
      }),
    )
    .describe('Over all vulnerabilities, from the first month to this one, newest last.'),
  truncated: z.boolean().describe('The name has more records than are read: the figures are lower bounds.'),
}).meta({ id: 'PackageHistory' });
export type PackageHistory = z.infer<typeof PackageHistory>;
