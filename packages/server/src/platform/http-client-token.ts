import type { AnswerFacts, Origin } from './http-client-origin.ts';
import { isThrottled } from './http-client-retry.ts';

/** Reports whether the token may be why a request was refused: only asking without it can tell. */
export function mayBlameToken(answer: AnswerFacts, origin: Origin): boolean {
  const { status, headers } = answer;
  if (origin.token === undefined || isThrottled(answer, origin)) return false;
  if (status === 404) return origin.token.isAccepted?.(headers) !== true;
  return status === 401 || status === 403;
}

/** Reports whether the token was to blame, by the statuses of the answers with it and without. */
export function isTokenToBlame(withToken: number, without: number): boolean {
  return withToken === 401 || without < 400;
}

const MAX_MESSAGE = 160;

/**
 * Returns what an upstream says in a refusal: in the header `message` (NVD), in a member of that name (GitHub), or in plain text. Empty
 * for a page.
 */
export function refusalMessage({ headers, body = new Uint8Array() }: AnswerFacts): string {
  const text = headers.get('message') ?? new TextDecoder().decode(body.subarray(0, 16 * MAX_MESSAGE));
  const message = text.trim().startsWith('<') ? '' : (messageMember(text) ?? text);
  return message
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MAX_MESSAGE);
}

function messageMember(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}
