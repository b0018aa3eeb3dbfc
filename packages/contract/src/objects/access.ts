import * as z from 'zod';

/** How access is given: to whoever asks, to whom the operator listed, or by an operator's hand. */
export const AccessPolicy = z.enum(['open', 'allowlist', 'manual']);
export type AccessPolicy = z.infer<typeof AccessPolicy>;

/** What became of a request for access. */
export const Access = z
  .object({
    status: z.enum(['granted', 'pending']),
    account: z.object({
      id: z.int().describe('As the identity provider numbers it; logins change, numbers do not.'),
      login: z.string(),
    }),
    apiKey: z.string().optional().describe('Shown this once: only its hash is kept.'),
    keyPrefix: z.string().optional().describe('How the key that is valid now begins.'),
    limits: z.object({ requestsPerMinute: z.int() }).optional().describe('What the key allows.'),
  })
  .meta({ id: 'Access' });
export type Access = z.infer<typeof Access>;

/** Where the device flow (RFC 8628) begins that leads to a token. */
export const DeviceFlow = z
  .object({
    deviceEndpoint: z.url(),
    tokenEndpoint: z.url(),
    clientId: z.string().nullable().describe('Null: this deployment names no client of its own.'),
    policy: AccessPolicy,
  })
  .meta({ id: 'DeviceFlow' });
export type DeviceFlow = z.infer<typeof DeviceFlow>;
