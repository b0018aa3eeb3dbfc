import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Sha256 } from './sha256.ts';
import { SourceId } from './source-id.ts';

/** One change of one record of a source. */
export const RecordChange = z
  .object({
    cursor: z.string().describe('The place of the change: `after` it the next one comes.'),
    observedAt: Timestamp.describe('When we saw it. The order of the feed is that of storing, which may differ.'),
    source: SourceId,
    record: z.string().describe('The id of the record at its source.'),
    kind: z
      .enum(['added', 'changed', 'removed', 'returned'])
      .describe('What became of the record; `returned`: the source has it again.'),
    changed: z
      .array(z.string())
      .describe(
        'What the change is about: first_seen, severity, description, affected, references, weaknesses, state, kev_added or kev_removed. Empty where nothing that anyone reads has changed.',
      ),
    vulnerabilities: z
      .array(
        z.object({
          id: z.string().describe('The CVE id of the vulnerability; where it has none, the id that its records share.'),
          severity: z.enum(['critical', 'high', 'medium', 'low', 'none']).nullable().describe('As it is rated now.'),
          exploited: z.boolean().describe('Whether it is known to be exploited now.'),
          withdrawn: z.boolean().describe('Whether it is rejected or withdrawn now.'),
        }),
      )
      .describe('What the record is about. An erratum may be about several.'),
    packages: z
      .array(z.object({ ecosystem: z.string().nullable(), vendor: z.string().nullable(), name: z.string() }))
      .describe('Packages and products that the record named before the change or after it; at most 20.'),
    packagesComplete: z.boolean().describe('Whether these are all.'),
    before: Sha256.nullable().describe('Of the bytes before the change; null: the source did not have the record.'),
    after: Sha256.nullable().describe('Of the bytes after it; null: the source no longer has the record.'),
  })
  .meta({ id: 'RecordChange' });
export type RecordChange = z.infer<typeof RecordChange>;
