import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DeadLetter, Webhook } from '../objects/webhook.ts';
import { Followed } from './changes.ts';

export const WEBHOOK_BOUNDS = { perAccount: 10, urlCharacters: 2_048, deadLetters: 100 } as const;

const Id = z.object({ id: z.string().min(1).max(64).describe('The ID from `POST /webhooks`.') });
const { after, packages, ecosystems, severity } = Followed.shape;
/** PostgreSQL cannot store NUL in text. */
const isPrintable = (text: string) => !/\p{Cc}/u.test(text);
const PRINTABLE = { error: 'expected text without control characters' };

const EXAMPLE: z.input<typeof Webhook> = {
  id: 'wh_Zm9yIGV4YW1wbGUgb24',
  url: 'https://hooks.example.org/almanac',
  filters: {
    packages: 'curl,pkg:npm/lodash',
    verdicts: false,
    ecosystems: null,
    severity: 'critical,high',
    exploited: null,
  },
  state: 'active',
  reason: null,
  createdAt: '2026-11-15T08:00:00.000Z',
  cursor: 'MS40MjAwNS4xNy4yLjE3OTQ3Mjk2MDAwMDA',
  delivered: 0,
  deliveredAt: null,
  failingSince: null,
  attempts: 0,
  nextAttemptAt: null,
  deadLetters: 0,
};

/** The endpoint must first answer a challenge. */
export const postWebhook = endpoint({
  id: 'postWebhook',
  method: 'POST',
  path: '/webhooks',
  area: 'feeds',
  summary: 'Register a webhook for changes',
  body: z.object({
    url: z.string().min(1).describe(`A public https:// URL of at most ${WEBHOOK_BOUNDS.urlCharacters} characters.`),
    after,
    packages: packages.unwrap().refine(isPrintable, PRINTABLE).optional().describe('As in `GET /changes`.'),
    verdicts: z.boolean().optional().describe('Deliver only changes that affect a verdict for `packages`.'),
    ecosystems: ecosystems.unwrap().refine(isPrintable, PRINTABLE).optional().describe('As in `GET /changes`.'),
    severity: severity.unwrap().refine(isPrintable, PRINTABLE).optional().describe('As in `GET /changes`.'),
    exploited: z.boolean().optional().describe('Filter by known exploitation.'),
  }),
  data: Webhook.extend({
    secret: z.string().describe('Signs deliveries. Shown only once: store it.'),
  }).meta({ id: 'NewWebhook' }),
  status: 201,
  sameOrigin: true,
  cache: 0,
  rate: 'access',
  auth: 'bearer',
  errors: [
    'WEBHOOK_URL_TOO_LONG',
    'WEBHOOK_LIMIT',
    'CURSOR_GONE',
    'WEBHOOK_ADDRESS_REFUSED',
    'WEBHOOK_CHALLENGE_FAILED',
  ],
  example: { ...EXAMPLE, secret: 'whsec_Zm9yIGV4YW1wbGUgb25seSwgYW5kIG5vIHNlY3JldCE=' },
  exampleBody: { url: EXAMPLE.url, packages: 'curl,pkg:npm/lodash', severity: 'critical,high' },
});

export const getWebhooks = endpoint({
  id: 'getWebhooks',
  method: 'GET',
  path: '/webhooks',
  area: 'feeds',
  summary: 'List webhooks with their delivery state',
  data: z.object({ webhooks: z.array(Webhook), limit: z.int().positive() }).meta({ id: 'Webhooks' }),
  sameOrigin: true,
  cache: 0,
  rate: 'general',
  auth: 'bearer',
  example: { webhooks: [EXAMPLE], limit: WEBHOOK_BOUNDS.perAccount },
});

export const getWebhook = endpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/:id',
  area: 'feeds',
  summary: 'Get a webhook with its failed deliveries',
  params: Id,
  data: z
    .object({
      webhook: Webhook,
      deadLetters: z.array(DeadLetter).describe(`Newest first, at most ${WEBHOOK_BOUNDS.deadLetters}.`),
    })
    .meta({ id: 'WebhookWithDeadLetters' }),
  sameOrigin: true,
  cache: 0,
  rate: 'general',
  auth: 'bearer',
  errors: ['WEBHOOK_UNKNOWN'],
  example: {
    webhook: { ...EXAMPLE, deadLetters: 1 },
    deadLetters: [
      {
        id: 'msg_c2hhMjU2IG9mIGEgcGxhY2U',
        at: '2026-11-15T09:00:00.000Z',
        reason: 'answered with status 422',
        changes: 3,
        after: 'MS40MjAwMS4xMS4xLjE3OTQ3Mjk2MDAwMDA',
        cursor: 'MS40MjAwNS4xNy4yLjE3OTQ3Mjk2MDAwMDA',
      },
    ],
  },
});

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  area: 'feeds',
  summary: 'Delete a webhook',
  params: Id,
  data: z
    .object({
      id: z.string(),
      deleted: z.literal(true),
      cursor: z.string().describe('Cursor of the last delivery. Pass it as `after` to continue with a new webhook.'),
    })
    .meta({ id: 'DeletedWebhook' }),
  sameOrigin: true,
  cache: 0,
  rate: 'general',
  auth: 'bearer',
  errors: ['WEBHOOK_UNKNOWN'],
  example: { id: EXAMPLE.id, deleted: true, cursor: EXAMPLE.cursor },
});
