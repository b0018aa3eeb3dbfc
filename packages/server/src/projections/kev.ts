import { KevEntry } from '../sources/kev/schema.ts';
import type { Projected } from './version.ts';

export interface KevRow {
  readonly cve_id: string;
  readonly vendor_project: string;
  readonly product: string;
  readonly vulnerability_name: string;
  readonly short_description: string;
  readonly required_action: string;
  readonly date_added: string;
  readonly due_date: string;
  readonly ransomware: 'known' | 'unknown';
  readonly notes: string;
  readonly cwes: readonly string[];
}

/** Reads a stored entry, which may predate the current schema. */
export function kevRows(value: unknown): Projected<KevRow> {
  const entry = KevEntry.safeParse(value);
  return entry.success ? { rows: [kevRow(entry.data)], dropped: 0 } : { rows: [], dropped: 1 };
}

/** The catalogue has stray spaces around names. They are kept in the evidence. */
function kevRow(entry: KevEntry): KevRow {
  return {
    cve_id: entry.cveID,
    vendor_project: clean(entry.vendorProject),
    product: clean(entry.product),
    vulnerability_name: clean(entry.vulnerabilityName),
    short_description: clean(entry.shortDescription),
    required_action: clean(entry.requiredAction),
    date_added: entry.dateAdded,
    due_date: entry.dueDate,
    ransomware: entry.knownRansomwareCampaignUse === 'Known' ? 'known' : 'unknown',
    notes: clean(entry.notes),
    cwes: entry.cwes.map(clean).filter((cwe) => cwe !== ''),
  };
}

/** PostgreSQL's text cannot hold NUL or lone surrogates. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim();
}
