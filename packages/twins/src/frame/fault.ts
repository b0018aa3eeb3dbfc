/** What can go wrong on the way: any twin can do these. */
export type TransportFault =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  | { readonly kind: 'reset' }
  /** Headers, then silence. */
  | { readonly kind: 'stall' }
  /** Half of the body. `whole` announces the true length; `half` announces what is sent, so that only the content tells. */
  | { readonly kind: 'truncation'; readonly announce?: 'whole' | 'half' }
  | { readonly kind: 'html' }
  /** 403 with a page, as for a client that is blocked. */
  | { readonly kind: 'blocked' }
  /** Success without a body. */
  | { readonly kind: 'empty' }
  /** Refuses requests with credentials, and answers those without. 404 as raw file hosts do, 403 as a policy of GitHub's does. */
  | { readonly kind: 'token_refused'; readonly status: 401 | 403 | 404 }
  /** Refuses pages larger than `max` with 404, by the parameter that asks for them. */
  | { readonly kind: 'page_size'; readonly param: string; readonly max: number }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The server's `Date` header is off by this much. */
  | { readonly kind: 'clock_skew'; readonly ms: number };

/** What can be wrong in the document itself: a twin does those it declares. */
export type DocumentFault =
  | { readonly kind: 'malformed_record'; readonly way: Breakage; readonly record?: string }
  | { readonly kind: 'half_feed' }
  | { readonly kind: 'empty_feed' }
  | { readonly kind: 'mass_withdrawal'; readonly share?: number }
  | { readonly kind: 'schema_addition' }
  | { readonly kind: 'future_dates'; readonly ms: number }
  /** The file beside the document states the hash of another one. */
  | { readonly kind: 'other_hash' }
  /** A search by date finds nothing; the total is right. */
  | { readonly kind: 'empty_window' }
  /** Archives carry the name of another hour. */
  | { readonly kind: 'archive_names'; readonly hours: number }
  /** Fields of a table have quotes in them, written as PHP does: after a backslash they are not doubled. */
  | { readonly kind: 'php_quotes' };

interface FaultScope {
  /** Only requests whose path matches; `*` stands for any run of characters. */
  readonly path?: string;
  /** The next so many matching requests are spared: the fault comes in mid-run. */
  readonly after?: number;
  /** Only the next so many matching requests. */
  readonly times?: number;
}

export type Fault = (TransportFault | DocumentFault) & FaultScope;
export type DocumentFaultKind = DocumentFault['kind'];

/** Ways to break one record. `syntax` and `invalid_utf8` spoil the bytes, the others leave readable JSON. */
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

/** Document faults that need more than records: only the twins that name them can make them. */
export const RARE_FAULTS = [
  'other_hash',
  'empty_window',
  'archive_names',
  'php_quotes',
] as const satisfies readonly DocumentFaultKind[];

type OfKind<F, K> = F extends { readonly kind: K } ? F : never;

/** The fault of that kind, if it is among those that hold for this request. */
export function faultOf<F extends { readonly kind: string }, K extends F['kind']>(
  faults: readonly F[],
  kind: K,
): OfKind<F, K> | undefined {
  return faults.find((fault): fault is OfKind<F, K> & F => fault.kind === kind);
}
