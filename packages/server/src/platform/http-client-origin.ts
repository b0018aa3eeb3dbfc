/** What may be asked of one origin, and how. */
export interface Origin {
  /** Any address there: what counts is its origin. */
  readonly url: string;
  /** Sent to this origin and to no other. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: Token;
  /** Reports whether an answer other than 429 says that we ask too often. */
  readonly isThrottled?: (answer: AnswerFacts) => boolean;
  /** The status by which it blocks a client, and for how long it is then left alone. */
  readonly block?: { readonly status: number; readonly restMs: number };
  readonly patience?: Partial<OriginPatience>;
}

/** Credentials, sent to this origin and to no other. A request that is refused with them is tried once without. */
export interface Token {
  readonly headers: Readonly<Record<string, string>>;
  /** Reports whether an answer proves that the token was accepted. */
  readonly isAccepted?: (headers: ReadonlyMap<string, string>) => boolean;
  /** Reports whether an answer other than 401 says that the token is bad, where the origin has words for that. */
  readonly isRefused?: (answer: AnswerFacts) => boolean;
}

/** Returns the name by which requests are paced that leave out the token of an origin: they have a limit and a rest of their own. */
export function withoutToken(origin: string): string {
  return `${origin} without its token`;
}

export interface OriginPatience {
  /** How long the headers of an answer may take. */
  readonly headersMs: number;
  /** How long its body may pause. */
  readonly bodyMs: number;
  /** How long a whole document may take that fits into memory. */
  readonly attemptMs: number;
  readonly tries: number;
  /** The shortest wait before another try, also where the answer asks for less. */
  readonly waitMs: number;
  /** How long the origin is left alone when it says that we ask too often, and not until when. */
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
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Only of documents that fit into memory. */
  readonly body?: Uint8Array;
}

/** Merges the rules of each origin; the later add to the earlier ones. */
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
