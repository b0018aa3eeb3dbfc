import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { SourceId } from './source-id.ts';

/** A problem to look at while the source still works. */
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

export const SourceRun = z
  .object({
    channel: z
      .enum(['bulk', 'delta', 'sweep'])
      .describe('`bulk`: everything. `delta`: changes. `sweep`: everything again, to find missed changes.'),
    startedAt: Timestamp,
    expected: z.int().nonnegative().nullable().describe('Number of records that the upstream announced.'),
    seen: z.int().nonnegative(),
    changed: z.int().nonnegative(),
    removed: z.int().nonnegative(),
    unreadable: z.int().nonnegative(),
  })
  .meta({ id: 'SourceRun' });
export type SourceRun = z.infer<typeof SourceRun>;

/** A part of a source that has not changed for longer than ever before. */
export const FrozenPart = z
  .object({ part: z.string(), changedAt: Timestamp, expectedChangeSeconds: z.int() })
  .meta({ id: 'FrozenPart' });
export type FrozenPart = z.infer<typeof FrozenPart>;

/** Sources that must be up to date before the absence of a record proves anything about this subject. */
export const RequiredSources = z
  .object({
    id: z.string(),
    subject: z.string().describe('The kind of subject.'),
    sources: z.array(SourceId),
  })
  .meta({ id: 'RequiredSources' });
export type RequiredSources = z.infer<typeof RequiredSources>;

/** How a source finds changes it missed. Without this, one missed change would stay missed. */
const Reconciliation = z
  .discriminatedUnion('by', [
    z.object({
      by: z.enum(['sweep', 'archive', 'whole_file']),
      everyHours: z.int().positive().describe('Maximum hours between two comparisons.'),
    }),
    z.object({ by: z.literal('on_demand'), everyHours: z.null() }),
  ])
  .describe(
    'How missed changes are found: by comparing the full listing (`sweep`) or a complete archive, because every run reads the whole file, or because records are read on request.',
  );

export const SourceStatus = z
  .object({
    id: SourceId,
    name: z.string(),
    kind: z.enum(['vulnerabilities', 'exploitation', 'packages', 'tracker']),
    home: z.url(),
    licence: z.string().nullable().describe('SPDX expression or name of the terms; null if the source states none.'),
    attribution: z.string().nullable(),
    redistribute: z.boolean().describe('Whether its raw records may be redistributed.'),
    cadenceSeconds: z.int().nullable().describe('How often we check; null for sources queried on demand.'),
    expectedChangeSeconds: z.int().nullable().describe('Longest expected time without a change; null if unknown.'),
    reconciliation: Reconciliation,
    state: z.enum(['ok', 'stale', 'unreachable', 'held', 'disabled', 'not_configured']),
    lastCheckedAt: Timestamp.nullable(),
    lastChangedAt: Timestamp.nullable(),
    records: z.int().nonnegative(),
    lagSeconds: z
      .int()
      .nonnegative()
      .nullable()
      .describe('How far past its cadence the last successful check was at `timestamp`.'),
    lastError: z.string().nullable(),
    warnings: z
      .array(SourceWarning)
      .describe(
        'Empty if there are no known problems. `SETTING_MISSING` says why a source is `not_configured`, or which part needs a setting.',
      ),
    running: z.array(SourceRun),
    quarantined: z.int().nonnegative().describe('Documents that could not be parsed and need review.'),
    upstreams: z
      .array(
        z.object({
          origin: z.string(),
          state: z
            .enum(['ok', 'failing', 'resting'])
            .describe('`resting`: paused after repeated failures, or because it asked us to wait.'),
          failures: z.int().nonnegative().describe('Consecutive failures.'),
        }),
      )
      .describe('Where it is read from.'),
    parts: z
      .object({ count: z.int().nonnegative(), frozen: z.array(FrozenPart) })
      .nullable()
      .describe('Parts that change independently, such as ecosystems; null if there are none.'),
    partsRead: z
      .array(z.string())
      .nullable()
      .describe('Parts that this deployment reads, such as ecosystems; null for all.'),
    reconciledAt: Timestamp.nullable().describe('When its list of records was last compared with ours.'),
    missing: z.int().nonnegative().nullable().describe('Records that the source lists and we do not have.'),
    extra: z.int().nonnegative().nullable().describe('Records that we have and the source does not list.'),
    checkedLiveAt: Timestamp.nullable().describe(
      'When `almanac-server check-sources` last compared our assumptions with the upstream; null if never.',
    ),
  })
  .meta({ id: 'SourceStatus' });
export type SourceStatus = z.infer<typeof SourceStatus>;

/** Reports whether a deployment reads the source at all. If not, it is neither late nor failing. */
export function isRead(state: string): boolean {
  return state !== 'disabled' && state !== 'not_configured';
}
