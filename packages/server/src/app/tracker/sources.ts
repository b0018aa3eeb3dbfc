import type { SourceId } from '@almanac/contract';

/** Issues come from the tracker; what their CVEs are rated, and where they are fixed, from the others. */
export const TRACKER_SOURCES: readonly SourceId[] = ['nixpkgs', 'cve_list_v5', 'osv', 'advisory', 'nvd'];

/** What their risk comes from, too. */
export const RISK_SOURCES: readonly SourceId[] = [...TRACKER_SOURCES, 'epss', 'kev'];
