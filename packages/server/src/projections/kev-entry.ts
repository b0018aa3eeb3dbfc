import { KevEntry } from '../sources/kev/schema.ts';
import { type KevRow, kevRow } from './kev.ts';
import type { Projected } from './version.ts';

/** A KEV entry out of the evidence: it was readable when it came, by the rules of then. */
export function kevRows(value: unknown): Projected<KevRow> {
  const entry = KevEntry.safeParse(value);
  return entry.success ? { rows: [kevRow(entry.data)], dropped: 0 } : { rows: [], dropped: 1 };
}
