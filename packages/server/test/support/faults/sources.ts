import type { TwinId } from '@almanac/twins';

/** Sources whose twins have a world of their own: what is true is what a second store reads, which sees no fault. */
export const WORLD_SOURCES = ['nixpkgs', 'channels', 'packages', 'dependencies'] as const;
export type WorldSource = (typeof WORLD_SOURCES)[number];

/** Sources that are read record by record, for someone who waits. */
export const SINGLE_SOURCES = ['cve_services', 'repology'] as const;
export type SingleSource = (typeof SINGLE_SOURCES)[number];

/** Sources that are read as a whole, from records that a test makes up. */
export type ListedSource = Exclude<TwinId, WorldSource | SingleSource>;

/**
 * One for each way to read: an archive with changes beside it, a file for each database, pages, and one list. The fault matrix of the
 * others is in matrix.soak.test.ts.
 */
export const SOURCES_OF_EVERY_COMMIT = [
  'cve_list_v5',
  'osv',
  'nvd',
  'metasploit',
] as const satisfies readonly ListedSource[];

/** Of these, what is read for the first time at every commit: of many files, and of one. */
export const FIRST_AT_EVERY_COMMIT = ['cve_list_v5', 'metasploit'] as const satisfies readonly ListedSource[];

/** Twins that serve such records. */
export type FedTwin = ListedSource | 'cve_services';
