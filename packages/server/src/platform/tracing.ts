/**
 * Traces, where they are configured. Without them nothing is measured and no library is loaded: every call here is a comparison with null.
 * One for the whole process, as the clock and the log of it are.
 */
export interface Tracing {
  /** A child of the span within which it is opened, otherwise the first of a trace. */
  open(name: string, kind: SpanKind, fields: SpanFields): OpenSpan;
  /** What has just ended, as a child of the span within which that is said; nothing outside of all spans. */
  ended(name: string, kind: SpanKind, fields: SpanFields, milliseconds: number, failed: boolean): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

export type SpanKind = 'server' | 'client' | 'internal';

/** Names and numbers of ours. Nothing that a caller has sent: no address, path, query, header or body. */
export type SpanFields = Readonly<Record<string, string | number | boolean>>;

export interface OpenSpan {
  /** Spans that are opened by it, or by what follows from it, are children. */
  within<T>(work: () => T): T;
  /** With another name where it was not known before. */
  end(outcome?: { readonly name?: string; readonly fields?: SpanFields; readonly failed?: boolean }): void;
}

let tracing: Tracing | null = null;

/** From now on; null: no more. */
export function traceWith(chosen: Tracing | null): void {
  tracing = chosen;
}

/** Null where traces are not configured. */
export function currentTracing(): Tracing | null {
  return tracing;
}

/** Runs the work within a span of its own; `note` adds what is known only later. */
export function inSpan<T>(
  name: string,
  kind: SpanKind,
  fields: SpanFields,
  work: (note: (more: SpanFields) => void) => Promise<T>,
): Promise<T> {
  return tracing === null ? work(noted) : spanned(tracing.open(name, kind, fields), work);
}

async function spanned<T>(span: OpenSpan, work: (note: (more: SpanFields) => void) => Promise<T>): Promise<T> {
  const fields: Record<string, SpanFields[string]> = {};
  const note = (more: SpanFields) => void Object.assign(fields, more);
  try {
    const value = await span.within(() => work(note));
    span.end({ fields });
    return value;
  } catch (error) {
    span.end({ fields: { ...fields, 'error.type': errorType(error) }, failed: true });
    throw error;
  }
}

/** The class of an error: its message may quote what a caller has sent. */
export function errorType(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function noted(): void {}
