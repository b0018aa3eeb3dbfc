import * as z from 'zod';
import type { Deprecation } from './deprecation.ts';
import type { ErrorCode } from './errors.ts';
import type { RateClass, Weight } from './rates.ts';

export type Area = 'meta' | 'cve' | 'packages' | 'tracker' | 'sbom' | 'graph' | 'analytics' | 'feeds' | 'access';

/** The definition of one endpoint. The server, the client, OpenAPI and the agent tools read it. */
export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  M extends z.ZodObject = z.ZodObject,
> {
  /** Stable operation ID in OpenAPI, the client and the tools. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to `/api/v1`, with parameters as `:name`. */
  readonly path: string;
  readonly area: Area;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  /** Null if the endpoint takes no body. */
  readonly body: B | null;
  /** Maximum body size in bytes, if it differs from the default. */
  readonly bodyLimit?: number;
  /** Set if the handler reads the raw bytes. `body` then describes the JSON form. */
  readonly rawBody?: RawBody;
  /** Larger bodies reach the handler unparsed, because a worker thread parses them. */
  readonly readElsewhereAbove?: number;
  readonly data: D;
  /** Envelope members in addition to `data`, such as `coverage` and `asOf`. */
  readonly envelopeFields: M;
  /** The response is the document itself rather than an envelope (`/openapi.json`, feeds). */
  readonly unwrapped: boolean;
  /** Media type of an unwrapped response that is not JSON, such as a feed. `data` is then text or bytes. */
  readonly media?: string;
  /** Media types of documents that a parameter selects instead of the envelope. */
  readonly otherMedia?: readonly string[];
  /** Status on success, if not 200. */
  readonly status?: 201 | 202;
  /** Further success statuses that the handler may choose. */
  readonly otherStatuses?: readonly (200 | 201 | 202)[];
  /** The document is also served at the root of the site (`/openapi.json`). */
  readonly atRoot?: boolean;
  /** Seconds the response may be cached; 0 disables caching. */
  readonly cache: number;
  readonly rate: RateClass;
  /** Request parts that count as several requests. */
  readonly weights: readonly Weight[];
  /** When a request also takes one from the `fresh` budget. */
  readonly takesFresh?: 'always' | 'with_fresh';
  /** `bearer`: requires an API key; responses are never cached. */
  readonly auth: 'none' | 'bearer';
  /** Pages of other origins may not read responses, because they are meant for one caller. */
  readonly sameOrigin?: true;
  readonly deprecation?: Deprecation;
  /** Error codes in addition to those that any endpoint may return. */
  readonly errors: readonly ErrorCode[];
  /** Example `data` for OpenAPI and the reference page. A test checks it against the schema. */
  readonly example: z.input<D>;
  /** Example values for `envelopeFields`. */
  readonly exampleEnvelopeFields: NoInfer<z.input<M>>;
  /** Example body that produces the example response. */
  readonly exampleBody?: NoInfer<z.input<B>>;
  /** The last path parameter, if it may contain unescaped slashes (`@scope/name`). */
  readonly wildcardParam?: string;
}

export interface RawBody {
  /** Media types in addition to `application/json`. */
  readonly media: readonly string[];
  /** Maximum size in bytes. */
  readonly limit: number;
  /** Maximum size in bytes without a key, if lower. */
  readonly limitWithoutKey?: number;
}

export const Empty = z.object({});

type Optional =
  | 'params'
  | 'query'
  | 'body'
  | 'envelopeFields'
  | 'unwrapped'
  | 'auth'
  | 'errors'
  | 'weights'
  | 'exampleEnvelopeFields';
type Defaults = {
  params: typeof Empty;
  query: typeof Empty;
  body: null;
  envelopeFields: typeof Empty;
};

/** Declares an endpoint. Defaults: no parameters, no body, public, wrapped in an envelope. */
export function endpoint<
  D extends z.ZodType,
  P extends z.ZodObject = Defaults['params'],
  Q extends z.ZodObject = Defaults['query'],
  B extends z.ZodType = z.ZodType,
  M extends z.ZodObject = Defaults['envelopeFields'],
>(given: Omit<Endpoint<P, Q, B, D, M>, Optional> & Partial<Pick<Endpoint<P, Q, B, D, M>, Optional>>) {
  return {
    params: Empty,
    query: Empty,
    body: null,
    envelopeFields: Empty,
    unwrapped: false,
    auth: 'none',
    errors: [],
    weights: [],
    exampleEnvelopeFields: {},
    ...given,
  } as Endpoint<P, Q, B, D, M>;
}
