/** Supported by every twin. */
export type TransportFault =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  | { readonly kind: 'reset' }
  /** Headers, then silence. */
  | { readonly kind: 'stall' }
  /**
   * Sends half the body. `whole` announces the full length; `half` announces what is sent, so that only the content
   * reveals it.
   */
  | { readonly kind: 'truncation'; readonly announce?: 'whole' | 'half' }
  | { readonly kind: 'html' }
  /** 403 with an HTML page, as for a blocked client. */
  | { readonly kind: 'blocked' }
  /** Success without a body. */
  | { readonly kind: 'empty' }
  /** Refuses requests with credentials only: 404 like raw file hosts, 403 like a GitHub policy. */
  | { readonly kind: 'token_refused'; readonly status: 401 | 403 | 404 }
  /** Refuses pages larger than `max` with 404; `param` is the page size parameter. */
  | { readonly kind: 'page_size'; readonly param: string; readonly max: number }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Shifts the `Date` header. */
  | { readonly kind: 'clock_skew'; readonly ms: number };

/** A twin declares those that it supports. */
export type DocumentFault =
  | { readonly kind: 'malformed_record'; readonly way: Breakage; readonly record?: string }
  | { readonly kind: 'half_feed' }
  | { readonly kind: 'empty_feed' }
  | { readonly kind: 'mass_withdrawal'; readonly share?: number }
  | { readonly kind: 'schema_addition' }
  | { readonly kind: 'future_dates'; readonly ms: number }
  /** The hash next to the document is another document's. */
  | { readonly kind: 'other_hash' }
  /** A search by date finds nothing, with a correct total. */
  | { readonly kind: 'empty_window' }
  /** Archives carry the name of another hour. */
  | { readonly kind: 'archive_names'; readonly hours: number }
  /** Fields contain quotes as PHP writes them: not doubled after a backslash. */
  | { readonly kind: 'php_quotes' };

interface FaultScope {
  /** Matches paths; `*` stands for any characters. */
  readonly path?: string;
  /** Skips this many matching requests first. */
  readonly after?: number;
  /** Applies to this many matching requests. */
  readonly times?: number;
}

export type Fault = (TransportFault | DocumentFault) & FaultScope;
export type DocumentFaultKind = DocumentFault['kind'];

/** `syntax` and `invalid_utf8` break the bytes; the others leave readable JSON. */
export const BREAKAGES = [
  'syntax',
  'wrong_type',
  'missing_field',
  'null_record',
  'deep_nesting',
  'lone_surrogate',
  'huge_number',
  'duplicate_key',
  'invalid_utf8',
] as const;
export type Breakage = (typeof BREAKAGES)[number];

export const TRANSPORT_FAULTS = [
  'latency',
  'status',
  'reset',
  'stall',
  'truncation',
  'html',
  'blocked',
  'empty',
  'token_refused',
  'page_size',
  'garbage',
  'redirect',
  'clock_skew',
] as const satisfies readonly TransportFault['kind'][];

export const DOCUMENT_FAULTS = [
  'malformed_record',
  'half_feed',
  'empty_feed',
  'mass_withdrawal',
  'schema_addition',
  'future_dates',
] as const satisfies readonly DocumentFaultKind[];

/** Faults that only some twins support. */
export const RARE_FAULTS = [
  'other_hash',
  'empty_window',
  'archive_names',
  'php_quotes',
] as const satisfies readonly DocumentFaultKind[];

type OfKind<F, K> = F extends { readonly kind: K } ? F : never;

export function faultOf<F extends { readonly kind: string }, K extends F['kind']>(
  faults: readonly F[],
  kind: K,
): OfKind<F, K> | undefined {
  return faults.find((fault): fault is OfKind<F, K> & F => fault.kind === kind);
}
