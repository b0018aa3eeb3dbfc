import type { Subject } from '../ranges/model.ts';
import { concernsWatched, type WatchedPackage } from './watched.ts';

/** A change as far as a filter looks at it. */
export interface FilteredChange {
  readonly source: string;
  readonly vulnerabilities: readonly {
    readonly id: string;
    /** As rated now; null: nobody does. */
    readonly severity: string | null;
    readonly exploited: boolean;
  }[];
  /** Packages and products that the record named before the change or after it. */
  readonly subjects: readonly Subject[];
  /** No subject was left out. */
  readonly complete: boolean;
  /** Ratings that the change takes back or gives. */
  readonly ratings: readonly string[];
}

/** What a follower wants to see; null: everything. */
export interface ChangeFilter {
  readonly packages: readonly WatchedPackage[] | null;
  /** In lower case, without a release. */
  readonly ecosystems: ReadonlySet<string> | null;
  /** `unknown`: what nobody rates. */
  readonly severities: ReadonlySet<string> | null;
  readonly exploited: boolean | null;
}

/**
 * Whether a follower is told of a change. What leaves the filter by the change passes it once more: whoever was told of a high severity
 * learns that it is low now. Where not all subjects are known, a change passes as if it named any.
 */
export function passesFilter(change: FilteredChange, filter: ChangeFilter): boolean {
  return (
    passesExploited(change, filter.exploited) &&
    passesSeverity(change, filter.severities) &&
    passesEcosystem(change, filter.ecosystems) &&
    passesPackages(change, filter.packages)
  );
}

function passesExploited({ source, vulnerabilities }: FilteredChange, exploited: boolean | null): boolean {
  if (exploited === null || source === 'kev') return true;
  return vulnerabilities.some((one) => one.exploited) === exploited;
}

function passesSeverity({ vulnerabilities, ratings }: FilteredChange, wanted: ReadonlySet<string> | null): boolean {
  if (wanted === null || vulnerabilities.length === 0) return true;
  return (
    vulnerabilities.some(({ severity }) => wanted.has(severity ?? 'unknown')) ||
    ratings.some((rating) => wanted.has(rating))
  );
}

function passesEcosystem({ subjects, complete }: FilteredChange, wanted: ReadonlySet<string> | null): boolean {
  if (wanted === null || !complete) return true;
  return subjects.some(({ ecosystem }) => ecosystem !== null && wanted.has(baseOf(ecosystem)));
}

function baseOf(ecosystem: string): string {
  return (ecosystem.split(':', 1)[0] ?? '').toLowerCase();
}

function passesPackages(
  { subjects, vulnerabilities, complete }: FilteredChange,
  watched: readonly WatchedPackage[] | null,
): boolean {
  if (watched === null || !complete) return true;
  return concernsWatched(watched, { subjects, ids: vulnerabilities.map(({ id }) => id) });
}
