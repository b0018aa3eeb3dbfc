/** An endpoint that will go away: since when that is said, and from when it may be gone. */
export interface Deprecation {
  /** `YYYY-MM-DD`. */
  readonly since: string;
  /** `YYYY-MM-DD`, at least `NOTICE_DAYS` later. */
  readonly sunset: string;
  /** The path of the endpoint to use instead, as the contract writes it, where it has no parameters. */
  readonly successor?: string;
}

/** Between the notice and the end lie at least so many days (docs/install.md). */
export const NOTICE_DAYS = 180;

/**
 * The headers that say so, names and values in turn: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to the successor
 * (RFC 5829) below the base address of the API.
 */
export function deprecationHeaders({ since, sunset, successor }: Deprecation, baseUrl: string): readonly string[] {
  return [
    'deprecation',
    `@${Date.parse(since) / 1_000}`,
    'sunset',
    new Date(Date.parse(sunset)).toUTCString(),
    ...(successor === undefined ? [] : ['link', `<${baseUrl}${successor}>; rel="successor-version"`]),
  ];
}
