import type { IncomingHttpHeaders } from 'node:http';

export interface LoggedRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null if the connection ended before a status was sent. */
  readonly status: number | null;
  readonly faults: readonly string[];
}

/** Enough for every test, without filling the memory in a long benchmark. */
const MOST = 20_000;

/** Drops the oldest half when full. */
export function logRequest(log: LoggedRequest[], request: LoggedRequest): void {
  if (log.length >= MOST) log.splice(0, MOST / 2);
  log.push(request);
}
