import { z } from 'zod';
import { Timestamp } from '../envelope.ts';
import { SourceId } from './source-id.ts';

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
    state: z.enum(['ok', 'stale', 'unreachable', 'held', 'disabled']),
    lastCheckedAt: Timestamp.nullable(),
    lastChangedAt: Timestamp.nullable(),
    records: z.int().nonnegative(),
    lagSeconds: z.int().nonnegative().nullable().describe('How long past its cadence the last successful check is.'),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'SourceStatus' });
export type SourceStatus = z.infer<typeof SourceStatus>;
