import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Sha256 } from './sha256.ts';
import { SourceId } from './source-id.ts';

const Standing = z.enum(['affected', 'possible', 'fixed_by_patch', 'not_affected', 'none']);

/** What a change means for one version of a package that someone follows. */
export const VerdictChange = z
  .object({
    vulnerability: z.string(),
    asked: z.string().describe('The entry of the list.'),
    package: z.string(),
    version: z.string().nullable(),
    channels: z.array(z.string()).describe('Of the collection, that have this version.'),
    kind: z
      .enum(['new', 'range_corrected', 'rejected', 'fixed_in_channel'])
      .describe('Why: a vulnerability, other ranges, a withdrawal, or another version in a channel.'),
    from: Standing.describe('Before the change; `none`: nothing that was known is about it.'),
    to: Standing.describe('After it.'),
  })
  .meta({ id: 'VerdictChange' });
export type VerdictChange = z.infer<typeof VerdictChange>;

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
        'What the change is about: first_seen, severity, ssvc, description, affected, references, weaknesses, state, kev_added or kev_removed. Empty where nothing that anyone reads has changed.',
      ),
    summary: z
      .array(z.string())
      .describe(
        'Each change in a line of at most 300 characters, such as `severity changed: high 8.1 → critical 9.8`. `/cve/:id/history` has the values.',
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
    verdicts: z.array(VerdictChange).optional().describe('Where `verdicts` asks for them: what changes for the list.'),
  })
  .meta({ id: 'RecordChange' });
export type RecordChange = z.infer<typeof RecordChange>;
