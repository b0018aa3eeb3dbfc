import { createHmac, randomBytes } from 'node:crypto';

/** How a secret is written, by Standard Webhooks. */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

export function newSecret(): Buffer {
  return randomBytes(32);
}

/** The headers by which a receiver knows who sent a body, and when (Standard Webhooks, version 1 of the scheme). */
export function signedHeaders(secret: Buffer, id: string, at: Date, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
