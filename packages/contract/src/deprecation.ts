export interface Deprecation {
  /** `YYYY-MM-DD`. */
  readonly since: string;
  /** `YYYY-MM-DD`, at least `NOTICE_DAYS` later. */
  readonly sunset: string;
  /** Path of the replacement, relative to `/api/v1`, if it has no parameters. */
  readonly successor?: string;
}

/** Minimum days between announcement and sunset (docs/install.md). */
export const NOTICE_DAYS = 180;

/**
 * Returns names and values in turn: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to the successor (RFC
 * 5829).
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
