export interface Origin {
  /** Only its origin counts. */
  readonly url: string;
  /** Never sent to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: Token;
  /** Reports whether a response other than 429 means that we ask too often. */
  readonly isThrottled?: (answer: AnswerFacts) => boolean;
  /** The status that signals a block, and how long to pause then. */
  readonly block?: { readonly status: number; readonly restMs: number };
  readonly patience?: Partial<OriginPatience>;
}

/** Never sent to another origin. A refused request is retried once without it. */
export interface Token {
  readonly headers: Readonly<Record<string, string>>;
  /** Reports whether a response proves that the token was accepted. */
  readonly isAccepted?: (headers: ReadonlyMap<string, string>) => boolean;
  /** Reports whether a response other than 401 says that the token is bad. */
  readonly isRefused?: (answer: AnswerFacts) => boolean;
}

/** Anonymous requests have a rate limit and pauses of their own. */
export function withoutToken(origin: string): string {
  return `${origin} without its token`;
}

export interface OriginPatience {
  /** Time until the headers arrive. */
  readonly headersMs: number;
  /** Longest pause within the body. */
  readonly bodyMs: number;
  /** Time for a whole document that fits into memory. */
  readonly attemptMs: number;
  readonly tries: number;
  /** Shortest wait before a retry, even if the response asks for less. */
  readonly waitMs: number;
  /** How long to pause if a throttled response does not say. */
  readonly throttledMs: number;
}

export const USUAL_PATIENCE: OriginPatience = {
  headersMs: 30_000,
  bodyMs: 30_000,
  attemptMs: 60_000,
  tries: 3,
  waitMs: 0,
  throttledMs: 0,
};

export interface AnswerFacts {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Only for documents that fit into memory. */
  readonly body?: Uint8Array;
}

/** Later rules for an origin extend earlier ones. */
export function mergeOrigins(allow: readonly (string | Origin)[]): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const entry of allow) {
    const rules = typeof entry === 'string' ? { url: entry } : entry;
    const { origin } = new URL(rules.url);
    const known = origins.get(origin);
    origins.set(origin, { ...known, ...rules, headers: { ...known?.headers, ...rules.headers } });
  }
  return origins;
}
