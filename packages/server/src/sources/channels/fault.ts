import { UnexpectedUpstream } from '../source.ts';

export function describeFault(error: unknown): string {
  const { message } = error as Error;
  return error instanceof UnexpectedUpstream ? message.slice(error.source.length + 2) : message;
}
