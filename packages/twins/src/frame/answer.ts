import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentFault } from './fault.ts';

/** A body too large to hold in memory. */
export interface FileBody {
  readonly path: string;
  readonly size: number;
}

/**
 * Correct, or wrong bytes under the same headers: fewer, all, or from further down; or without saying which range it
 * is.
 */
export type RangeManner = 'true' | 'fewer' | 'all' | 'elsewhere' | 'unsaid';

export interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | FileBody;
  /** Sent as `Last-Modified`. */
  readonly modified?: number;
  /** How range requests are answered. Without it they are ignored. */
  readonly ranges?: RangeManner;
  /** A tag known without reading the body; defaults to a hash of the body. */
  readonly tag?: string;
}

export interface TwinRequest {
  readonly method: string;
  readonly url: URL;
  readonly params: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly now: number;
  /** Applied by the handler. */
  readonly faults: readonly DocumentFault[];
}

export function jsonAnswer(value: unknown, extra: Omit<Answer, 'body'> = {}): Answer {
  return { type: 'application/json; charset=utf-8', ...extra, body: Buffer.from(JSON.stringify(value)) };
}

export function textAnswer(status: number, text: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: Buffer.from(text) };
}

export function redirectAnswer(to: string): Answer {
  return { status: 302, headers: { location: to } };
}
