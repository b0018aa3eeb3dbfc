import * as z from 'zod';
import type { Deprecation } from './deprecation.ts';
import type { ErrorCode } from './errors.ts';
import type { RateClass, Weight } from './rates.ts';

/** The parts of the API, as the contract's chapters and the reference page group them. */
export type Area = 'meta' | 'cve' | 'packages' | 'tracker' | 'sbom' | 'graph' | 'analytics' | 'feeds' | 'access';

/** What one endpoint promises. The server, the client, OpenAPI and the agent tools all read this. */
export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  M extends z.ZodObject = z.ZodObject,
> {
  /** Stable name of the operation in OpenAPI, the client and the tools. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to `/api/v1`, parameters as `:name`. */
  readonly path: string;
  readonly area: Area;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  /** Null where the endpoint takes no body. */
  readonly body: B | null;
  /** The most bytes of a body, where it is more than others may have. */
  readonly bodyLimit?: number;
  /** Where the handler takes the bytes of the body and not a parsed value. `body` then describes its form as JSON. */
  readonly rawBody?: RawBody;
  /** A body of more bytes reaches the handler unread: it holds a document, which is read elsewhere. */
  readonly readElsewhereAbove?: number;
  readonly data: D;
  /** Members of the envelope besides `data`, such as `coverage` and `asOf`. */
  readonly envelopeFields: M;
  /** Where the answer is the document itself and not an envelope (`/openapi.json`, feeds). */
  readonly unwrapped: boolean;
  /** Of an unwrapped answer that is no JSON, such as a feed: `data` is then a text or bytes. */
  readonly media?: string;
  /** Of the unwrapped documents that a parameter asks for in place of the envelope. */
  readonly otherMedia?: readonly string[];
  /** Of success, where it is not 200. */
  readonly status?: 201 | 202;
  /** Of success too, where the handler chooses. */
  readonly otherStatuses?: readonly (200 | 201 | 202)[];
  /** Where the same document stands at the root of the site too (`/openapi.json`). */
  readonly atRoot?: boolean;
  /** Seconds the answer may be cached; 0 means never. */
  readonly cache: number;
  readonly rate: RateClass;
  /** The parts of a request that make it count as several; empty if it always counts as one. */
  readonly weights: readonly Weight[];
  /** Where a request also takes one from the budget of `fresh`. */
  readonly takesFresh?: 'always' | 'with_fresh';
  /** `bearer`: an API key is needed, and its answers are kept by nobody. */
  readonly auth: 'none' | 'bearer';
  /** Pages of other origins may not read its answers: they hold what is for one caller alone. */
  readonly sameOrigin?: true;
  /** Where it will go away: every answer of it says so. */
  readonly deprecation?: Deprecation;
  /** Codes of its own, beside those that every endpoint may answer. */
  readonly errors: readonly ErrorCode[];
  /** An example of `data`, shown in OpenAPI and on the reference page, and checked against the schema by a test. */
  readonly example: z.input<D>;
  /** The other members of its envelope, to make the example a whole answer. */
  readonly exampleEnvelopeFields: NoInfer<z.input<M>>;
  /** A body to send, shown with the answer to it. */
  readonly exampleBody?: NoInfer<z.input<B>>;
  /** The path parameter that may hold slashes written plainly (`@scope/name`), always the last segment. */
  readonly wildcardParam?: string;
}

/** A body that reaches the handler as bytes. */
export interface RawBody {
  /** Media types beside `application/json`. */
  readonly media: readonly string[];
  /** The most bytes of it. */
  readonly limit: number;
  /** The same of a caller without a key, where that is less. */
  readonly limitWithoutKey?: number;
}

/** No parameters, or no envelope fields. */
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

/** Declares an endpoint; what is left out is empty, public and in an envelope. */
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
