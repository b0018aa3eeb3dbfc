import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { SourceStatus, SourceWarning } from './source.ts';
import { SourceId } from './source-id.ts';

const { state, records } = SourceStatus.shape;

/** What an hourly statement says of one upstream. */
export const SourceFreshness = z
  .object({
    source: SourceId,
    state,
    ageSeconds: z.int().nonnegative().nullable().describe('Since the last check that went well; null: there was none.'),
    checkedAt: Timestamp.nullable(),
    changedAt: Timestamp.nullable(),
    records,
    canaries: z
      .array(z.object({ key: z.string(), outcome: z.enum(['ok', 'missing', 'changed']) }))
      .describe('Well-known records, and how each was found after the last run that went well.'),
    compared: z
      .object({
        at: Timestamp,
        missing: z.int().nonnegative().describe('Records that it lists and we do not have.'),
        extra: z.int().nonnegative().describe('Records that we have and it does not list.'),
        ids: z.array(z.string()).describe('Some of the ids that differ.'),
      })
      .nullable()
      .describe('Its own list of records compared with ours; null: it has none, or was not compared yet.'),
    warnings: z.array(SourceWarning),
  })
  .meta({ id: 'SourceFreshness' });

/** How every upstream was at one moment, as it was said then. */
export const FreshnessStatement = z
  .object({
    at: Timestamp,
    sources: z.array(SourceFreshness),
    changes: z
      .array(z.object({ source: SourceId, sentence: z.string() }))
      .describe('What is otherwise than in the statement before; ages, counts and times are no change.'),
    note: z
      .string()
      .nullable()
      .describe('The statement as a signed note (C2SP), by the key of the snapshots; null: no key was set.'),
  })
  .meta({ id: 'FreshnessStatement' });
export type FreshnessStatement = z.infer<typeof FreshnessStatement>;
