import { setTimeout as sleep } from 'node:timers/promises';
import { AlmanacError } from '@almanac/client';
import type { DeviceFlow } from '@almanac/contract';
import * as oauth from 'oauth4webapi';
import { UsageError } from '../errors.ts';

export interface DevicePrompt {
  readonly address: string;
  readonly code: string;
}

/** RFC 8628: shows a code, waits until somebody approves it, and returns the token. */
export async function tokenByDeviceFlow(
  { deviceEndpoint, tokenEndpoint, clientId }: DeviceFlow & { readonly clientId: string },
  { prompt, signal }: { readonly prompt: (shown: DevicePrompt) => void; readonly signal: AbortSignal },
): Promise<string> {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(tokenEndpoint).origin,
    device_authorization_endpoint: deviceEndpoint,
    token_endpoint: tokenEndpoint,
  };
  const client: oauth.Client = { client_id: clientId };
  const options = {
    signal,
    [oauth.customFetch]: honestFetch,
    // Allows HTTP for a provider on this machine, for tests and trials.
    [oauth.allowInsecureRequests]: isLoopback(deviceEndpoint) && isLoopback(tokenEndpoint),
  };
  const asked = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), {}, options).catch(away);
  const device = await oauth.processDeviceAuthorizationResponse(server, client, asked).catch(refused);
  prompt({ address: device.verification_uri, code: device.user_code });
  let interval = device.interval ?? 5;
  for (let waited = 0; waited < device.expires_in; waited += interval) {
    await sleep(interval * 1_000, undefined, { signal });
    try {
      const answer = await oauth.deviceCodeGrantRequest(server, client, oauth.None(), device.device_code, options);
      return (await oauth.processDeviceCodeResponse(server, client, answer)).access_token;
    } catch (error) {
      signal.throwIfAborted();
      interval = nextInterval(error, interval);
    }
  }
  throw new UsageError('The login code has expired.', 'Run almanac login again.');
}

/** The provider answers errors with status 200; the standard and the library expect 400. */
async function honestFetch(url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>): Promise<Response> {
  const response = await fetch(url, init);
  const text = await response.text();
  const status = response.status === 200 && hasError(text) ? 400 : response.status;
  return new Response(text, { status, headers: response.headers });
}

function hasError(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { error?: unknown } | null)?.error === 'string';
  } catch {
    return false;
  }
}

/** Returns the seconds to wait; throws if asking again is pointless. */
function nextInterval(error: unknown, interval: number): number {
  if (!(error instanceof oauth.ResponseBodyError)) return away(error);
  if (error.error === 'authorization_pending') return interval;
  if (error.error !== 'slow_down') return refused(error);
  const asked = Number(error.cause['interval']);
  return Number.isFinite(asked) && asked > interval ? asked : interval + 5;
}

function away(cause: unknown): never {
  throw new AlmanacError('PROVIDER_AWAY', 'The identity provider is unavailable', {
    hint: 'Run almanac login again later.',
    cause,
  });
}

function refused(error: unknown): never {
  if (!(error instanceof oauth.ResponseBodyError)) return away(error);
  const words = error.error === 'access_denied' ? 'access was denied' : error.error;
  throw new UsageError(`Login failed: ${words}.`, 'Run almanac login again.');
}

function isLoopback(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}
