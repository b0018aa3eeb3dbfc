import type { Endpoint } from '@almanac/contract';
import { AlmanacError } from './error.ts';

/** Whether an endpoint always answers in the envelope, and never with a document of another form. */
export function isEnveloped({ unwrapped, otherMedia }: Endpoint): boolean {
  return !unwrapped && otherMedia === undefined;
}

/**
 * The envelope of a successful answer. What stands in it is the server's to keep to; that it is one at all is looked at,
 * since proxies, portals and wrong addresses answer 200 too.
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
