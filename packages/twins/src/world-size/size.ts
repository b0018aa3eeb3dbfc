export interface WorldSize {
  readonly cves: number;
  readonly advisories: number;
  /** Advisories rewritten by a churn day, each with `churnRows` packages. */
  readonly churning: number;
  readonly churnRows: number;
  /** CVEs with a score, and the number of days. */
  readonly scored: number;
  readonly days: number;
  readonly day: {
    readonly updatedCves: number;
    readonly newCves: number;
    readonly updatedAdvisories: number;
    readonly newAdvisories: number;
  };
}

/** The full size, or a share of it. */
export function worldSize(share = 1): WorldSize {
  const part = (count: number) => Math.max(1, Math.round(count * share));
  return {
    cves: part(400_000),
    advisories: part(1_200_000),
    churning: part(30_000),
    churnRows: 120,
    scored: part(365_000),
    days: 30,
    day: {
      // Above a hundred changes, readers use the day's archive, which is the point here.
      updatedCves: Math.max(100, part(1_200)),
      newCves: Math.max(20, part(300)),
      updatedAdvisories: part(2_800),
      newAdvisories: part(700),
    },
  };
}
