import type { SourceId } from '@almanac/contract';
import type { HttpAnswer } from '../platform/http-client.ts';
import { UnexpectedUpstream } from './source.ts';

/** GitHub says by 403 that the budget is spent, and by a header until when. */
export function githubRefusal(
  source: SourceId,
  address: string,
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
): UnexpectedUpstream {
  const reset = Number(headers.get('x-ratelimit-reset'));
  const spent = headers.get('x-ratelimit-remaining') === '0' && reset > 0 && reset < 1e11;
  const until = spent ? `: the budget is spent until ${new Date(reset * 1000).toISOString()}` : '';
  return new UnexpectedUpstream(source, `${address} answers ${status}${until}`);
}
