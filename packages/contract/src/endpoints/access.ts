import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Access } from '../objects/access.ts';

const TOKEN = 'expected a token from the identity provider: up to 1,024 printable characters without spaces';

/** Spec 4.9 and 5. The token is never stored. */
export const postRequestAccess = endpoint({
  id: 'postRequestAccess',
  method: 'POST',
  path: '/request-access',
  area: 'access',
  summary: 'Request an API key',
  body: z.object({
    token: z
      .string({ error: TOKEN })
      .regex(/^[\x21-\x7e]{1,1024}$/, { error: TOKEN })
      .describe('An OAuth access token without scopes. Used once, to look up the account.'),
    rotate: z.boolean().default(false).describe('Issue a new key and revoke the previous one.'),
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
