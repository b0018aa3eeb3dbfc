import { expectedText } from '@almanac/contract';
import type { z } from 'zod';
import { ApiError, shown } from './errors.ts';

/** Reads a body by its contract. A mistake is a 400 that names the member and what is allowed. */
export function readBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const result = schema.safeParse(body, { error: expectedText });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  throw new ApiError(
    'BODY_INVALID',
    `${place === '' ? 'The body' : `Member '${shown(place)}'`}: ${issue?.message ?? 'not allowed'}`,
  );
}

/** JSON that was not read with the request. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ApiError('BODY_INVALID', 'The body is not valid JSON');
  }
}
