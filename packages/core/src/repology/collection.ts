import { compareText } from '../ids/order.ts';
import type { ProjectRow } from './project.ts';
import { highest, type RepositoryVersion, repositoryVersions, versionStatus } from './versions.ts';

/** Its newest version, and other versions it keeps. */
export interface ChannelVersion extends RepositoryVersion {
  /** The channel that the aggregator reads this repository from. */
  readonly channel: string;
  readonly attribute: string | null;
  readonly otherVersions: Omit<RepositoryVersion, 'repo'>[];
}

/** `nix_unstable` is read from nixpkgs-unstable, `nix_stable_26_05` from nixos-26.05. */
const COLLECTION = /^nix_(?:unstable|stable_(\d{2})_(\d{2}))$/;

/** Channels by name, the unstable one first and then the newest release. Rows of other repositories are passed over. */
export function channelVersions(rows: readonly ProjectRow[]): readonly ChannelVersion[] {
  const byRepo = Map.groupBy(
    rows.filter(({ repo }) => COLLECTION.test(repo)),
    ({ repo }) => repo,
  );
  return [...byRepo.entries()]
    .toSorted(([a], [b]) => compareText(b, a))
    .map(([repo, its]) => toChannelVersion(repo, its));
}

function toChannelVersion(repo: string, rows: readonly ProjectRow[]): ChannelVersion {
  const newest = highest(rows);
  const { version, upstreamStatus, name: attribute } = newest;
  const status = versionStatus(newest);
  const shown = { repo, version, status, upstreamStatus };
  const otherVersions = repositoryVersions(rows)
    .filter((other) => other.version !== version || other.status !== status || other.upstreamStatus !== upstreamStatus)
    .map((other) => ({ version: other.version, status: other.status, upstreamStatus: other.upstreamStatus }));
  return { ...shown, channel: channelName(repo), attribute, otherVersions };
}

function channelName(repo: string): string {
  const [, year, month] = COLLECTION.exec(repo) ?? [];
  return year === undefined ? 'nixpkgs-unstable' : `nixos-${year}.${month}`;
}
