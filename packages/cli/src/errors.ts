import { AlmanacError } from '@almanac/client';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Something that the person at the keyboard can put right; says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/** What went wrong, what to do next, and the code to end with. */
export interface Complaint {
  readonly message: string;
  readonly hint: string | null;
  readonly code: ExitCode;
}

/** Of an error that is nobody's mistake but ours: null. */
export function complaintOf(error: unknown, baseUrl: string | null): Complaint | null {
  if (error instanceof UsageError) return { message: error.message, hint: error.hint, code: EXIT.usage };
  if (!(error instanceof AlmanacError)) return null;
  // The API says of a question that it cannot answer what to write instead.
  const code = error.status === 400 ? EXIT.usage : EXIT.api;
  return { message: error.message, hint: error.hint ?? hintOf(error, baseUrl), code };
}

function hintOf({ code, status, retryAfter, requestId }: AlmanacError, baseUrl: string | null): string | null {
  if (code === 'UNREACHABLE')
    return `Is the service running at ${baseUrl ?? 'that address'}? --api or ALMANAC_API names another one.`;
  if (code === 'TIMEOUT') return 'Try again later: the service is slow or overloaded.';
  if (code === 'NOT_UNDERSTOOD')
    return `Does ${baseUrl ?? 'the address'} lead to the API? It ends in /api/v1; a proxy may stand in between.`;
  if (status === 401 || status === 403) return 'almanac login asks for a key; ALMANAC_API_KEY may hold another one.';
  if (status === 429) return `Wait ${retryAfter ?? 60} seconds, or ask with a key: almanac login.`;
  return requestId === null ? null : `The service knows this request as ${requestId}.`;
}
