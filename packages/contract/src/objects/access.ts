import * as z from 'zod';

/** `open` grants access to everyone, `allowlist` to listed accounts, `manual` when an operator approves. */
export const AccessPolicy = z.enum(['open', 'allowlist', 'manual']);
export type AccessPolicy = z.infer<typeof AccessPolicy>;

export const Access = z
  .object({
    status: z.enum(['granted', 'pending']),
    account: z.object({
      id: z.int().describe("The identity provider's user ID. Unlike the login, it never changes."),
      login: z.string(),
    }),
    apiKey: z.string().optional().describe('Shown only once. We store only its hash.'),
    keyPrefix: z.string().optional().describe('The first characters of the current key.'),
    limits: z.object({ requestsPerMinute: z.int() }).optional().describe('The limits of the key.'),
  })
  .meta({ id: 'Access' });
export type Access = z.infer<typeof Access>;

/** RFC 8628. */
export const DeviceFlow = z
  .object({
    deviceEndpoint: z.url(),
    tokenEndpoint: z.url(),
    clientId: z.string().nullable().describe('Null if this deployment has no client ID.'),
    policy: AccessPolicy,
  })
  .meta({ id: 'DeviceFlow' });
export type DeviceFlow = z.infer<typeof DeviceFlow>;
