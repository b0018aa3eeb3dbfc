import type { SourceId } from '@almanac/contract';
import { z } from 'zod';
import type { HttpAnswer } from '../platform/http-client.ts';
import type { AnswerFacts } from '../platform/http-client-origin.ts';
import { refusalMessage } from '../platform/http-client-token.ts';
import { elementsOfArray, type JsonElement, MalformedJson } from '../platform/json-elements.ts';
import { isGithubThrottle } from './github-budget.ts';
import { UnexpectedUpstream } from './source.ts';

export const GITHUB_JSON = 'application/vnd.github+json';

const Refusal = z.object({ message: z.string() });

/** How GitHub says that it has no such thing, or that it is elsewhere now. Somebody in between answers 404 too, but not in this form. */
export function isGithubRefusal(element: JsonElement): element is Extract<JsonElement, { readonly value: unknown }> {
  return 'value' in element && Refusal.safeParse(element.value).success;
}

/** The elements of a page that is a list. */
export function githubElements(source: SourceId, address: string, { body }: HttpAnswer): JsonElement[] {
  try {
    return [...elementsOfArray(body)];
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new UnexpectedUpstream(source, `${address}: ${error.message}`, { cause: error });
  }
}

/** Says why GitHub refuses: in its own words, and by a header until when a budget is spent. */
export function githubRefusal(source: SourceId, address: string, answer: AnswerFacts): UnexpectedUpstream {
  const { status, headers } = answer;
  const reset = Number(headers.get('x-ratelimit-reset'));
  const spent = headers.get('x-ratelimit-remaining') === '0' && reset > 0 && reset < 1e11;
  const until = spent ? `: the budget is spent until ${new Date(reset * 1000).toISOString()}` : '';
  const message = refusalMessage(answer);
  const detail = `${address} answers ${status}${message && ` (${message})`}${until}`;
  return new UnexpectedUpstream(source, detail, { isThrottle: isGithubThrottle(answer) });
}
