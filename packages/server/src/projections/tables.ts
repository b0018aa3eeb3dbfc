import { cveTable } from './cve.ts';
import { nvdTable } from './nvd.ts';

/** Tables computed from several sources are in `store/projections`. */
export const SOURCE_TABLES = { cve: cveTable, nvd: nvdTable } as const;
