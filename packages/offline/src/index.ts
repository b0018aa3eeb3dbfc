export { SnapshotProblem } from '@almanac/core/snapshots';
export type { AffectedVersions, PackageVulnerability } from './find-vulnerabilities.ts';
export { defaultCache, type OpenedSnapshot, openSnapshot, type SnapshotOptions } from './node/open.ts';
export type { DownloadProgress, Run } from './node/run.ts';
export type { Snapshot, SnapshotCoverage, SnapshotInfo } from './snapshot.ts';
