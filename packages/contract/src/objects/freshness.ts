import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { SourceStatus, SourceWarning } from './source.ts';
import { SourceId } from './source-id.ts';

const { state, records } = SourceStatus.shape;

export const SourceFreshness = z
  .object({
    source: SourceId,
    state,
    ageSeconds: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Seconds since the last successful check; null if there was none.'),
    checkedAt: Timestamp.nullable(),
    changedAt: Timestamp.nullable(),
    records,
    canaries: z
      .array(z.object({ key: z.string(), outcome: z.enum(['ok', 'missing', 'changed']) }))
      .describe('Well-known records, and whether each was found after the last successful run.'),
    compared: z
      .object({
        at: Timestamp,
        missing: z.int().nonnegative().describe('Records that the source lists and we do not have.'),
        extra: z.int().nonnegative().describe('Records that we have and the source does not list.'),
        ids: z.array(z.string()).describe('A sample of the IDs that differ.'),
      })
      .nullable()
      .describe("The source's own list compared with ours; null if it has none or was not compared yet."),
    warnings: z.array(SourceWarning),
  })
  .meta({ id: 'SourceFreshness' });

export const FreshnessStatement = z
  .object({
    at: Timestamp,
    sources: z.array(SourceFreshness),
    changes: z
      .array(z.object({ source: SourceId, sentence: z.string() }))
      .describe('Changes since the previous statement, ignoring ages, counts and times.'),
    note: z
      .string()
      .nullable()
      .describe('The statement as a C2SP signed note, signed with the snapshot key; null if no key is set.'),
  })
  .meta({ id: 'FreshnessStatement' });
export type FreshnessStatement = z.infer<typeof FreshnessStatement>;
