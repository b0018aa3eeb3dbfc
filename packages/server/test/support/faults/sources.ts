import type { TwinId } from '@almanac/twins';

/** Sources whose twins have a world of their own: what is true is what a second store reads, which sees no fault. */
export const WORLD_SOURCES = ['nixpkgs', 'channels', 'packages', 'dependencies'] as const;
export type WorldSource = (typeof WORLD_SOURCES)[number];

/** Sources that are read record by record, for someone who waits. */
export const SINGLE_SOURCES = ['cve_services', 'repology'] as const;
export type SingleSource = (typeof SINGLE_SOURCES)[number];

/** Sources that are read as a whole, from records that a test makes up. */
export type ListedSource = Exclude<TwinId, WorldSource | SingleSource>;

/** What is read at every commit: of many files with changes beside them, of one list, of pages, of a release. The others: matrix.soak.test.ts. */
export const LISTED_AT_EVERY_COMMIT = ['cve_list_v5', 'metasploit'] as const satisfies readonly ListedSource[];
export const WORLDS_AT_EVERY_COMMIT = ['nixpkgs', 'packages'] as const satisfies readonly WorldSource[];

/** Twins that serve such records. */
export type FedTwin = ListedSource | 'cve_services';
