import { UnexpectedUpstream } from '../source.ts';

/** Of several faults in one run, one in a line. */
export function describeFault(error: unknown): string {
  const { message } = error as Error;
  return error instanceof UnexpectedUpstream ? message.slice(error.source.length + 2) : message;
}
