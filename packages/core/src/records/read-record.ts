import { readCveListRecord } from './cve-list.ts';
import { readGhsaRecord } from './ghsa.ts';
import type { RecordDocument, RecordSource, VulnerabilityRecord } from './model.ts';
import { readNvdOverride, readNvdRecord } from './nvd.ts';
import { readOsvRecord } from './osv.ts';

/** The reader of each source's form. */
const READERS: Readonly<Record<RecordSource, (document: RecordDocument) => VulnerabilityRecord>> = {
  cve_list_v5: readCveListRecord,
  nvd: readNvdRecord,
  osv: readOsvRecord,
  advisory: readGhsaRecord,
  nvd_overrides: readNvdOverride,
};

/**
 * Reads a record of any source, from its JSON text or from what that says. It never throws: nonsense reads as an empty record,
 * and what was left out is named in `dropped`.
 */
export function readVulnerabilityRecord(document: RecordDocument): VulnerabilityRecord {
  if (typeof document.value !== 'string') return READERS[document.source](document);
  const value = parsed(document.value);
  const record = READERS[document.source]({ ...document, value });
  return value === undefined ? { ...record, dropped: ['the text is no JSON'] } : record;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
