import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { RecordChange } from './record-change.ts';

/** As in `GET /changes`. */
const WebhookFilters = z.object({
  packages: z.string().nullable(),
  verdicts: z.boolean(),
  ecosystems: z.string().nullable(),
  severity: z.string().nullable(),
  exploited: z.boolean().nullable(),
});

export const Webhook = z
  .object({
    id: z.string(),
    url: z.url(),
    filters: WebhookFilters.describe('As registered. Null: no filter.'),
    state: z
      .enum(['active', 'failing', 'off'])
      .describe('`failing`: the last delivery failed and will be retried. `off`: deliveries have stopped.'),
    reason: z.string().nullable().describe('Why it is failing or off.'),
    createdAt: Timestamp,
    cursor: z
      .string()
      .describe(
        'Everything up to this cursor is delivered or filtered out. Use it as `after`, here and in `GET /changes`.',
      ),
    delivered: z.int().nonnegative().describe('Changes delivered.'),
    deliveredAt: Timestamp.nullable().describe('When the last delivery succeeded.'),
    failingSince: Timestamp.nullable(),
    attempts: z.int().nonnegative().describe('Failed attempts since the last success.'),
    nextAttemptAt: Timestamp.nullable().describe('For a failing webhook: the earliest time of the next attempt.'),
    deadLetters: z
      .int()
      .nonnegative()
      .describe('Deliveries that the endpoint permanently rejected. `GET /webhooks/:id` lists them.'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const DeadLetter = z
  .object({
    id: z.string().describe('The `webhook-id` of the delivery.'),
    at: Timestamp,
    reason: z.string(),
    changes: z.int().positive(),
    after: z
      .string()
      .describe("To read the changes again, call `GET /changes?after=` with this cursor and the webhook's filters."),
    cursor: z.string().describe('Cursor of the last change.'),
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetter = z.infer<typeof DeadLetter>;

/** Follows Standard Webhooks. */
export const WebhookDelivery = z
  .object({
    type: z.literal('changes'),
    timestamp: Timestamp.describe('Time of the attempt.'),
    data: z.object({
      webhook: z.string(),
      changes: z.array(RecordChange).min(1).describe('In the order of `GET /changes`.'),
      cursor: z.string().describe('Cursor of the last change.'),
    }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
