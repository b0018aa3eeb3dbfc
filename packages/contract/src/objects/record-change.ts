import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Sha256 } from './sha256.ts';
import { SourceId } from './source-id.ts';

const Standing = z.enum(['affected', 'possible', 'fixed_by_patch', 'not_affected', 'none']);

export const VerdictChange = z
  .object({
    vulnerability: z.string(),
    asked: z.string().describe('The entry in the list.'),
    package: z.string(),
    version: z.string().nullable(),
    channels: z.array(z.string()).describe('nixpkgs channels that have this version.'),
    kind: z
      .enum(['new', 'range_corrected', 'rejected', 'fixed_in_channel'])
      .describe('The cause: a vulnerability, changed ranges, a withdrawal, or another version in a channel.'),
    from: Standing.describe('Before the change. `none`: nothing was known about it.'),
    to: Standing.describe('After the change.'),
  })
  .meta({ id: 'VerdictChange' });
export type VerdictChange = z.infer<typeof VerdictChange>;

export const RecordChange = z
  .object({
    cursor: z.string().describe('Cursor of the change. Pass it as `after` to get the next one.'),
    observedAt: Timestamp.describe('When we observed it. The feed is in storage order, which may differ.'),
    source: SourceId,
    record: z.string().describe("The record's ID at its source."),
    kind: z
      .enum(['added', 'changed', 'removed', 'returned'])
      .describe('What happened to the record. `returned`: the source lists it again.'),
    changed: z
      .array(z.string())
      .describe(
        'The fields changed: first_seen, severity, ssvc, description, affected, references, weaknesses, state, kev_added or kev_removed. Empty if no relevant field changed.',
      ),
    summary: z
      .array(z.string())
      .describe(
        'One line of at most 300 characters per change, such as `severity changed: high 8.1 → critical 9.8`. `/cve/:id/history` has the values.',
      ),
    vulnerabilities: z
      .array(
        z.object({
          id: z.string().describe('The CVE ID, or the ID that its records share.'),
          severity: z.enum(['critical', 'high', 'medium', 'low', 'none']).nullable().describe('Current severity.'),
          exploited: z.boolean().describe('Whether it is currently known to be exploited.'),
          withdrawn: z.boolean().describe('Whether it is currently rejected or withdrawn.'),
        }),
      )
      .describe('The vulnerabilities that the record is about. An erratum may cover several.'),
    packages: z
      .array(z.object({ ecosystem: z.string().nullable(), vendor: z.string().nullable(), name: z.string() }))
      .describe('Packages and products that the record named before or after the change, at most 20.'),
    packagesComplete: z.boolean().describe('Whether the list is complete.'),
    before: Sha256.nullable().describe('Hash before the change; null if the source did not have the record.'),
    after: Sha256.nullable().describe('Hash after the change; null if the source no longer has the record.'),
    verdicts: z.array(VerdictChange).optional().describe('With `verdicts`: the verdicts that change for the list.'),
  })
  .meta({ id: 'RecordChange' });
export type RecordChange = z.infer<typeof RecordChange>;
