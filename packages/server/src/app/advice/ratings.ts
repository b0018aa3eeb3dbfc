import type { RateIssue, VersionIssue } from '@almanac/core/advice';
import { loadRatings } from '../../queries/vulnerability-ratings.ts';
import type { Db } from '../../store/database.ts';

/** Loads how bad vulnerabilities are, by any of their ids. */
export async function loadIssueRatings(db: Db, issues: readonly VersionIssue[]): Promise<RateIssue> {
  const ratings = await loadRatings(db, [...new Set(issues.flatMap(listIds))]);
  return (issue) => {
    const own = listIds(issue).flatMap((id) => ratings.get(id) ?? []);
    return {
      severity: own.find(({ severity }) => severity !== null)?.severity ?? null,
      kev: own.some(({ kev }) => kev),
    };
  };
}

export function listIds({ id, aliases }: VersionIssue): string[] {
  return [id, ...aliases];
}
