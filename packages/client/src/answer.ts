import type { Endpoint } from '@almanac/contract';
import { AlmanacError } from './error.ts';

/** Reports whether an endpoint always responds with the envelope. */
export function isEnveloped({ unwrapped, otherMedia }: Endpoint): boolean {
  return !unwrapped && otherMedia === undefined;
}

/**
 * Parses the envelope of a successful response. Checks only that it is one, since proxies, portals and wrong addresses
 * also respond with 200.
 */
export function answerFrom(text: string): object {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || !('success' in value) || value.success !== true) {
    throw new AlmanacError('NOT_UNDERSTOOD', 'The answer is JSON, but not one of the API', { status: 200 });
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AlmanacError('NOT_UNDERSTOOD', 'The answer is not JSON', { status: 200, cause });
  }
}
