import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { RecordChange } from './record-change.ts';

/** Which changes a webhook is told of, as `GET /changes` takes them. */
const WebhookFilters = z.object({
  packages: z.string().nullable(),
  verdicts: z.boolean(),
  ecosystems: z.string().nullable(),
  severity: z.string().nullable(),
  exploited: z.boolean().nullable(),
});

/** An address that is told of changes. */
export const Webhook = z
  .object({
    id: z.string(),
    url: z.url(),
    filters: WebhookFilters.describe('As registered; null: not filtered by it.'),
    state: z
      .enum(['active', 'failing', 'off'])
      .describe('`failing`: the last delivery did not succeed and is retried. `off`: nothing is delivered any more.'),
    reason: z.string().nullable().describe('Why it is failing or off.'),
    createdAt: Timestamp,
    cursor: z
      .string()
      .describe(
        'Everything up to here is delivered or does not pass the filters. `after` takes it here and in `GET /changes`.',
      ),
    delivered: z.int().nonnegative().describe('Changes that were delivered.'),
    deliveredAt: Timestamp.nullable().describe('When the last delivery succeeded.'),
    failingSince: Timestamp.nullable(),
    attempts: z.int().nonnegative().describe('Failed attempts since the last success.'),
    nextAttemptAt: Timestamp.nullable().describe('Of a webhook that is failing: not before.'),
    deadLetters: z
      .int()
      .nonnegative()
      .describe('Deliveries that the address refused for good: `GET /webhooks/:id` lists them.'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** A delivery that was given up, and how to read what it held. */
export const DeadLetter = z
  .object({
    id: z.string().describe('The `webhook-id` of the delivery.'),
    at: Timestamp,
    reason: z.string(),
    changes: z.int().positive(),
    after: z
      .string()
      .describe('`GET /changes?after=` this cursor, with the filters of the webhook, has the changes again.'),
    cursor: z.string().describe('The last of them.'),
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetter = z.infer<typeof DeadLetter>;

/** The body of a delivery, in the form of Standard Webhooks. */
export const WebhookDelivery = z
  .object({
    type: z.literal('changes'),
    timestamp: Timestamp.describe('Of the attempt.'),
    data: z.object({
      webhook: z.string(),
      changes: z.array(RecordChange).min(1).describe('In order, as in `GET /changes`.'),
      cursor: z.string().describe('Of the last change.'),
    }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
