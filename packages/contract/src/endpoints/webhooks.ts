import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DeadLetter, Webhook } from '../objects/webhook.ts';
import { Followed } from './changes.ts';

/** What an account may register. */
export const WEBHOOK_BOUNDS = { perAccount: 10, urlCharacters: 2_048, deadLetters: 100 } as const;

const Id = z.object({ id: z.string().min(1).max(64).describe('As `POST /webhooks` gave it.') });
const { after, packages, ecosystems, severity } = Followed.shape;
/** Text that is stored: a NUL is no text to PostgreSQL. */
const isPrintable = (text: string) => !/\p{Cc}/u.test(text);
const PRINTABLE = { error: 'expected a text without control characters' };

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

/** Registers an address, which first has to answer a challenge. */
export const postWebhook = endpoint({
  id: 'postWebhook',
  method: 'POST',
  path: '/webhooks',
  area: 'feeds',
  summary: 'Registers an address that is told of changes by POST',
  body: z.object({
    url: z
      .string()
      .min(1)
      .describe(`An https:// address of at most ${WEBHOOK_BOUNDS.urlCharacters} characters, on the public Internet.`),
    after,
    packages: packages.unwrap().refine(isPrintable, PRINTABLE).optional().describe('As in `GET /changes`.'),
    verdicts: z.boolean().optional().describe('Only what changes a verdict about `packages`.'),
    ecosystems: ecosystems.unwrap().refine(isPrintable, PRINTABLE).optional().describe('As in `GET /changes`.'),
    severity: severity.unwrap().refine(isPrintable, PRINTABLE).optional().describe('As in `GET /changes`.'),
    exploited: z.boolean().optional().describe('Whether it is known to be exploited.'),
  }),
  data: Webhook.extend({
    secret: z.string().describe('Signs what is delivered. Shown this once: keep it.'),
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

/** The webhooks of the account. */
export const getWebhooks = endpoint({
  id: 'getWebhooks',
  method: 'GET',
  path: '/webhooks',
  area: 'feeds',
  summary: 'The webhooks of the account, with what became of their deliveries',
  data: z.object({ webhooks: z.array(Webhook), limit: z.int().positive() }).meta({ id: 'Webhooks' }),
  sameOrigin: true,
  cache: 0,
  rate: 'general',
  auth: 'bearer',
  example: { webhooks: [EXAMPLE], limit: WEBHOOK_BOUNDS.perAccount },
});

/** One of them with its dead letters. */
export const getWebhook = endpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/:id',
  area: 'feeds',
  summary: 'One webhook, with the deliveries that were given up',
  params: Id,
  data: z
    .object({
      webhook: Webhook,
      deadLetters: z.array(DeadLetter).describe(`The newest first, at most ${WEBHOOK_BOUNDS.deadLetters}.`),
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

/** Ends one. */
export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  area: 'feeds',
  summary: 'Ends a webhook: nothing is delivered from then on',
  params: Id,
  data: z
    .object({
      id: z.string(),
      deleted: z.literal(true),
      cursor: z.string().describe('How far it had come: a new webhook may go on from here with `after`.'),
    })
    .meta({ id: 'DeletedWebhook' }),
  sameOrigin: true,
  cache: 0,
  rate: 'general',
  auth: 'bearer',
  errors: ['WEBHOOK_UNKNOWN'],
  example: { id: EXAMPLE.id, deleted: true, cursor: EXAMPLE.cursor },
});
