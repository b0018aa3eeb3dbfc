import type { Db } from '../../../src/store/database.ts';
import { fillCveWorld, IDS } from './cve-world.ts';
import { type GivenIssue, type GivenPull, putTracker } from './tracker-rows.ts';

/** So many as the collection's tracker has. */
export const ISSUES = 3_000;

const DAY = 86_400_000;
const BEGINNING = Date.UTC(2024, 0, 1);
const day = (days: number) => new Date(BEGINNING + days * DAY).toISOString();

/** An issue with what is to be said of it, told by its number alone. */
export interface ExpectedIssue
  extends Required<Pick<GivenIssue, 'number' | 'title' | 'state' | 'createdAt' | 'updatedAt'>> {
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
  readonly assigned: boolean;
  readonly hasFix: boolean;
  readonly package: string;
  readonly cve: string;
}

const LABELS = ['critical', 'high', 'medium', 'low', null] as const;

/** Rated critical and medium in the little world of CVEs, both with a fixed version; others are known to nobody. */
function cveOf(number: number): string {
  if (number % 7 === 0) return IDS.published;
  return number % 7 === 1 ? IDS.fourDigits : `CVE-2026-${20_000 + number}`;
}

const RATED: Readonly<Record<string, 'critical' | 'medium'>> = {
  [IDS.published]: 'critical',
  [IDS.fourDigits]: 'medium',
};

export const EXPECTED: readonly ExpectedIssue[] = Array.from({ length: ISSUES }, (_, i) => {
  const number = i + 1;
  const cve = cveOf(number);
  return {
    number,
    cve,
    title: `harbour${number % 50}: ${cve} in the mooring`,
    state: number % 3 === 0 ? 'closed' : 'open',
    // Several a day, so that ties are broken.
    createdAt: day((number * 37) % 700),
    updatedAt: day(700 + ((number * 11) % 300)),
    severity: LABELS[number % 5] ?? RATED[cve] ?? 'unknown',
    assigned: number % 4 === 0,
    package: `Harbour_${number % 50}`,
    hasFix: cve in RATED || number % 10 === 3,
  };
});

/** Some have a pull request that is merged, others one that is open. */
const PULLS: readonly GivenPull[] = EXPECTED.filter(({ number }) => number % 10 === 3 || number % 10 === 4).map(
  ({ number }) => ({
    number: 100_000 + number,
    state: number % 10 === 3 ? 'merged' : 'open',
    closes: [number],
    createdAt: day(710),
    mergedAt: day(712),
  }),
);

export function givenIssue({
  number,
  title,
  state,
  createdAt,
  updatedAt,
  assigned,
  cve,
  ...issue
}: ExpectedIssue): GivenIssue {
  return {
    number,
    title,
    state,
    createdAt,
    updatedAt,
    cves: [cve],
    packages: [issue.package],
    assignees: assigned ? ['maintainer'] : [],
    severity: LABELS[number % 5] ?? null,
  };
}

/** The little world of CVEs, and a tracker of full size. */
export async function fillTrackerWorld(db: Db): Promise<void> {
  await fillCveWorld(db);
  await putTracker(db, { issues: EXPECTED.map(givenIssue), pulls: PULLS });
}
