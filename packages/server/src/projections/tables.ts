import { cveTable } from './cve.ts';
import { nvdTable } from './nvd.ts';

/** Tables with a row for each record of one source, by name. What is computed from several sources is in `store/projections`. */
export const SOURCE_TABLES = { cve: cveTable, nvd: nvdTable } as const;
