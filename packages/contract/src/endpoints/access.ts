import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Access } from '../objects/access.ts';

const TOKEN = 'expected a token of the identity provider: up to 1,024 printable characters without spaces';

/** Access with a token of the device flow (spec 4.9 and 5; the answer by decision). The token is never kept. */
export const postRequestAccess = endpoint({
  id: 'postRequestAccess',
  method: 'POST',
  path: '/request-access',
  area: 'access',
  summary: 'Asks for an API key with a token of the identity provider',
  body: z.object({
    token: z
      .string({ error: TOKEN })
      .regex(/^[\x21-\x7e]{1,1024}$/, { error: TOKEN })
      .describe('An OAuth access token, obtained without any scope. It is used once, to ask whose it is.'),
    rotate: z.boolean().default(false).describe('A new key; the one before is revoked.'),
  }),
  data: Access,
  status: 201,
  otherStatuses: [200, 202],
  sameOrigin: true,
  cache: 0,
  rate: 'access',
  errors: ['TOKEN_INVALID', 'ACCESS_PENDING', 'ACCESS_DENIED', 'UPSTREAM_UNAVAILABLE'],
  example: {
    status: 'granted',
    account: { id: 583231, login: 'octocat' },
    apiKey: 'alm_Zm9yIGV4YW1wbGUgb25seSwgYW5kIG5vIHJlYWwga2V5IQ',
    keyPrefix: 'alm_Zm9yIGV4',
    limits: { requestsPerMinute: 300 },
  },
  exampleBody: { token: 'gho_example' },
});
