import { compareText } from '../ids/order.ts';
import { generic } from '../versions/generic.ts';
import type { ProjectRow } from './project.ts';

/** The contract's words (2.6); the aggregator's own have more shades. */
export type VersionStatus = 'newest' | 'outdated' | 'devel' | 'unique' | 'vulnerable';

export interface RepositoryVersion {
  readonly repo: string;
  readonly version: string;
  readonly status: VersionStatus;
  readonly upstreamStatus: string;
}

export interface VersionSummary {
  readonly totalRepos: number;
  readonly newest: number;
  readonly outdated: number;
  readonly vulnerable: number;
}

const STATUSES: ReadonlyMap<string, VersionStatus> = new Map([
  ['newest', 'newest'],
  ['outdated', 'outdated'],
  ['legacy', 'outdated'],
  ['devel', 'devel'],
  ['unique', 'unique'],
]);

/** A version that is rolling, without a scheme, incorrect, untrusted or ignored says nothing of what is newest: `devel`. */
export function versionStatus({ vulnerable, upstreamStatus }: ProjectRow): VersionStatus {
  return vulnerable ? 'vulnerable' : (STATUSES.get(upstreamStatus) ?? 'devel');
}

/** Every version of every repository once, by repository and then newest first: the aggregator's own order means nothing. */
export function repositoryVersions(rows: readonly ProjectRow[]): readonly RepositoryVersion[] {
  const distinct = new Map<string, RepositoryVersion>();
  for (const row of rows) {
    const { repo, version, upstreamStatus } = row;
    const status = versionStatus(row);
    distinct.set(JSON.stringify([repo, version, status, upstreamStatus]), { repo, version, status, upstreamStatus });
  }
  return [...distinct.values()].toSorted(
    (a, b) =>
      compareText(a.repo, b.repo) ||
      generic.compare(b.version, a.version) ||
      compareText(a.version, b.version) ||
      compareText(a.status, b.status) ||
      compareText(a.upstreamStatus, b.upstreamStatus),
  );
}

/**
 * Repositories, not rows: one that carries the newest version beside an old one counts as both. A vulnerable version may be
 * the newest one all the same, so the aggregator's own word decides.
 */
export function versionSummary(rows: readonly ProjectRow[], latest = latestVersion(rows)): VersionSummary {
  const repos = (holds: (row: ProjectRow) => boolean) => new Set(rows.filter(holds).map(({ repo }) => repo)).size;
  return {
    totalRepos: repos(() => true),
    newest: repos(
      ({ upstreamStatus, version }) => upstreamStatus === 'newest' || upstreamStatus === 'unique' || version === latest,
    ),
    outdated: repos(({ upstreamStatus }) => STATUSES.get(upstreamStatus) === 'outdated'),
    vulnerable: repos(({ vulnerable }) => vulnerable),
  };
}

/** Whose word for "the latest version" counts first. What follows `devel` is for projects that have nothing better. */
const LATEST_AMONG = [
  ['newest'],
  ['unique'],
  ['devel'],
  ['outdated', 'legacy'],
  ['noscheme', 'rolling', 'untrusted', 'ignored', 'incorrect'],
] as const;

/** The highest among the rows that are said to be newest, else among the unique ones, else among the development versions. */
export function latestVersion(rows: readonly ProjectRow[]): string | null {
  for (const words of LATEST_AMONG) {
    const among = rows.filter(({ upstreamStatus }) => words.some((word) => word === upstreamStatus));
    if (among.length > 0) return highest(among).version;
  }
  return rows.length === 0 ? null : highest(rows).version;
}

/** Always picks the same spelling among versions that compare as equal. */
export function highest(rows: readonly ProjectRow[]): ProjectRow {
  return rows.reduce((best, row) => {
    const order = generic.compare(row.version, best.version) || compareText(best.version, row.version);
    return order > 0 ? row : best;
  });
}
