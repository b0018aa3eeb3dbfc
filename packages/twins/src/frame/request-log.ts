import type { IncomingHttpHeaders } from 'node:http';

export interface LoggedRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** null where the connection ended before a status was sent. */
  readonly status: number | null;
  /** The faults that were on for it. */
  readonly faults: readonly string[];
}

/** Enough for every test; a long benchmark must not fill the memory. */
const MOST = 20_000;

/** Remembers a request; the oldest half goes when there are too many. */
export function logRequest(log: LoggedRequest[], request: LoggedRequest): void {
  if (log.length >= MOST) log.splice(0, MOST / 2);
  log.push(request);
}
