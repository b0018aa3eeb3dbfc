/** Tracing is process-wide. While it is off, no library is loaded and every call is a comparison with null. */
export interface Tracing {
  /** Opens a child of the current span, or starts a trace. */
  open(name: string, kind: SpanKind, fields: SpanFields): OpenSpan;
  /** Records work that has just ended as a child of the current span. Ignored outside a span. */
  ended(name: string, kind: SpanKind, fields: SpanFields, milliseconds: number, failed: boolean): void;
  close(): Promise<void>;
}

export type SpanKind = 'server' | 'client' | 'internal';

/** Must not contain caller input: no address, path, query, header or body. */
export type SpanFields = Readonly<Record<string, string | number | boolean>>;

export interface OpenSpan {
  /** Runs work with this as the current span. */
  within<T>(work: () => T): T;
  /** Sets another name if it was unknown before. */
  end(outcome?: { readonly name?: string; readonly fields?: SpanFields; readonly failed?: boolean }): void;
}

let tracing: Tracing | null = null;

export function traceWith(chosen: Tracing | null): void {
  tracing = chosen;
}

export function currentTracing(): Tracing | null {
  return tracing;
}

/** Runs work in its own span; `note` adds fields that are known later. */
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

/** The class name, because the message may quote caller input. */
export function errorType(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function noted(): void {}
