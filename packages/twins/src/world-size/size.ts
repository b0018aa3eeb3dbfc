/** How much there is of everything. */
export interface WorldSize {
  readonly cves: number;
  readonly advisories: number;
  /** Of the advisories: those that a churn day writes anew, each with `churnRows` packages. */
  readonly churning: number;
  readonly churnRows: number;
  /** CVEs with a score, and for how many days they have had one. */
  readonly scored: number;
  readonly days: number;
  /** What a day changes: records that were there, and new ones. */
  readonly day: {
    readonly updatedCves: number;
    readonly newCves: number;
    readonly updatedAdvisories: number;
    readonly newAdvisories: number;
  };
}

/** The world, or a share of it. */
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
      // Above a hundred the list is read from the archive of the day, which is what a day is about.
      updatedCves: Math.max(100, part(1_200)),
      newCves: Math.max(20, part(300)),
      updatedAdvisories: part(2_800),
      newAdvisories: part(700),
    },
  };
}
