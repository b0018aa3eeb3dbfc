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

/** A KEV entry out of the evidence: it was readable when it came, by the rules of then. */
export function kevRows(value: unknown): Projected<KevRow> {
  const entry = KevEntry.safeParse(value);
  return entry.success ? { rows: [kevRow(entry.data)], dropped: 0 } : { rows: [], dropped: 1 };
}

/** Stray spaces around names are the catalogue's, not the vendor's: cut here, kept in the evidence. */
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

/** PostgreSQL's text holds every character but NUL, and no half of a surrogate pair. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim();
}
