import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { SourceId } from './source-id.ts';

/** Something that a person should look at, although the source answers and is read. */
export const SourceWarning = z
  .object({
    code: z.enum([
      'NOT_CHANGED_AS_EXPECTED',
      'CHANNEL_FAILING',
      'CANARY_MISSING',
      'CANARY_CHANGED',
      'IDS_DIFFER',
      'RECORDS_LACKING',
      'READ_FROM_MIRROR',
      'UNKNOWN_FORM',
      'TOKEN_REFUSED',
      'BLOCKED',
      'SETTING_MISSING',
    ]),
    since: Timestamp,
    detail: z.string(),
  })
  .meta({ id: 'SourceWarning' });
export type SourceWarning = z.infer<typeof SourceWarning>;

/** A run that is under way: how far it has come. */
export const SourceRun = z
  .object({
    channel: z.enum(['bulk', 'delta', 'sweep']).describe('All there is, what changed, or all there is once more.'),
    startedAt: Timestamp,
    expected: z.int().nonnegative().nullable().describe('How many records the upstream announced.'),
    seen: z.int().nonnegative(),
    changed: z.int().nonnegative(),
    removed: z.int().nonnegative(),
    unreadable: z.int().nonnegative(),
  })
  .meta({ id: 'SourceRun' });
export type SourceRun = z.infer<typeof SourceRun>;

/** A part of a source that has stood still for longer than it ever did. */
export const FrozenPart = z
  .object({ part: z.string(), changedAt: Timestamp, expectedChangeSeconds: z.int() })
  .meta({ id: 'FrozenPart' });
export type FrozenPart = z.infer<typeof FrozenPart>;

/** A row of the coverage table: which sources must be up to date before the absence of a record counts for a kind of subject. */
export const RequiredSources = z
  .object({
    id: z.string(),
    subject: z.string().describe('What is asked about.'),
    sources: z.array(SourceId),
  })
  .meta({ id: 'RequiredSources' });
export type RequiredSources = z.infer<typeof RequiredSources>;

/** Every source has an answer: without one, a change that was missed once is missed for good. */
const Reconciliation = z
  .discriminatedUnion('by', [
    z.object({
      by: z.enum(['sweep', 'archive', 'whole_file']),
      everyHours: z.int().positive().describe('The longest time between two comparisons.'),
    }),
    z.object({ by: z.literal('on_demand'), everyHours: z.null() }),
  ])
  .describe(
    'How a change that was missed is found later: by comparing the whole listing (`sweep`) or an archive of everything, ' +
      'because every reading is of the whole file, or because a record is read when someone asks for it.',
  );

/** What `/sources` says of one upstream: whose data it is, how old it is, and whether it can be relied on now. */
export const SourceStatus = z
  .object({
    id: SourceId,
    name: z.string(),
    kind: z.enum(['vulnerabilities', 'exploitation', 'packages', 'tracker']),
    home: z.url(),
    licence: z
      .string()
      .nullable()
      .describe('SPDX expression or the name of the terms; null when the source states none.'),
    attribution: z.string().nullable(),
    redistribute: z.boolean().describe('Whether its raw records may be passed on.'),
    cadenceSeconds: z.int().nullable().describe('How often we ask; null for sources asked on demand.'),
    expectedChangeSeconds: z
      .int()
      .nullable()
      .describe('The longest that it usually goes without a change; null where no such time is known.'),
    reconciliation: Reconciliation,
    state: z.enum(['ok', 'stale', 'unreachable', 'held', 'disabled', 'not_configured']),
    lastCheckedAt: Timestamp.nullable(),
    lastChangedAt: Timestamp.nullable(),
    records: z.int().nonnegative(),
    lagSeconds: z
      .int()
      .nonnegative()
      .nullable()
      .describe('How long past its cadence the last successful check was at `timestamp`.'),
    lastError: z.string().nullable(),
    warnings: z
      .array(SourceWarning)
      .describe(
        'Empty when nothing is known to be wrong with what it says. `SETTING_MISSING` tells why a source is `not_configured`, or what is left out without a setting.',
      ),
    running: z.array(SourceRun),
    quarantined: z.int().nonnegative().describe('Documents that could not be read and wait for a person.'),
    upstreams: z
      .array(
        z.object({
          origin: z.string(),
          state: z
            .enum(['ok', 'failing', 'resting'])
            .describe('`resting`: it failed repeatedly or asked for a rest, and is not asked.'),
          failures: z.int().nonnegative().describe('In a row.'),
        }),
      )
      .describe('Where it is read from.'),
    parts: z
      .object({ count: z.int().nonnegative(), frozen: z.array(FrozenPart) })
      .nullable()
      .describe('Its parts that move on their own, such as ecosystems; null where it has none.'),
    partsRead: z
      .array(z.string())
      .nullable()
      .describe('The parts that this deployment reads, such as ecosystems; null: all of them.'),
    reconciledAt: Timestamp.nullable().describe('When its own list of records was last compared with ours.'),
    missing: z.int().nonnegative().nullable().describe('Records that it lists and we do not have.'),
    extra: z.int().nonnegative().nullable().describe('Records that we have and it does not list.'),
    checkedLiveAt: Timestamp.nullable().describe(
      'When what is assumed of it was last compared with the upstream itself, by `almanac-server check-sources`; null: never.',
    ),
  })
  .meta({ id: 'SourceStatus' });
export type SourceStatus = z.infer<typeof SourceStatus>;

/** Whether a deployment reads a source in this state at all; one that it does not read is neither late nor in trouble. */
export function isRead(state: string): boolean {
  return state !== 'disabled' && state !== 'not_configured';
}
