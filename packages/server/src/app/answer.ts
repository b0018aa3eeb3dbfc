import type { PerRequestTail } from './json/per-request-tail.ts';

/** `data` and the other members of the envelope; of an unwrapped endpoint `data` is the document. */
export interface Answer<D = unknown, M = unknown> {
  readonly data: D;
  readonly envelopeFields?: M;
  /** Headers of this answer, names and values in turn. */
  readonly headers?: readonly string[];
  /** Where it is known without looking at the content. */
  readonly etag?: string;
  /** Seconds it may be cached, where that is less than the endpoint allows. */
  readonly ttl?: number;
  /** Of success, where the endpoint has several. */
  readonly status?: number;
}

/** An answer that a handler has put together as bytes, since it holds records as their sources wrote them. */
export interface PreserialisedJson {
  /** JSON without its end. */
  readonly body: Buffer;
  /** The same as `deflateHead` packs it, where it was kept so. */
  readonly deflated?: Buffer;
  readonly tail: Omit<PerRequestTail, 'crc'>;
  readonly etag: string;
  readonly headers?: readonly string[];
  /** Seconds it may be cached, where that is less than the endpoint allows. */
  readonly ttl?: number;
  readonly status?: number;
}

/** An answer that was made elsewhere, in pieces of bytes: the whole body. */
export interface Streamed {
  readonly chunks: readonly Uint8Array[];
  readonly type: string;
}
