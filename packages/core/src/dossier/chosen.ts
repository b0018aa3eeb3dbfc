import { compareText } from '../ids/order.ts';
import { isReviewed } from '../records/ghsa.ts';
import { isOfRebuild } from '../records/osv-databases.ts';
import { readState } from '../records/state.ts';
import type { CveFacts, SourceDocument } from './facts.ts';

/** Which of several records of one source speaks for the CVE; a withdrawn one only where no other is left. */
export const RECORD_PREFERENCE = [
  'same_id',
  'reviewed_advisory',
  'ecosystem_database',
  'distribution',
  'unreviewed_advisory',
] as const;
export type RecordPreference = (typeof RECORD_PREFERENCE)[number];

/** A record that does not speak for the CVE. */
export interface OtherRecord {
  readonly id: string;
  readonly modified: string | null;
  readonly withdrawn?: true;
  readonly sha256: string;
}

export interface ChosenRecord {
  readonly chosen: SourceDocument | null;
  readonly rule: RecordPreference | null;
  readonly others: readonly OtherRecord[];
}

/** The OSV record and the advisory that speak for the CVE, and the others of each. */
export function chooseRecords(facts: CveFacts): { readonly osv: ChosenRecord; readonly advisory: ChosenRecord } {
  return { osv: choose(facts.id, facts.osv), advisory: choose(facts.id, facts.advisories) };
}

function choose(id: string, documents: readonly SourceDocument[]): ChosenRecord {
  const ranked = documents
    .map((document) => {
      const withdrawn = readState(document) === 'withdrawn';
      return { document, withdrawn, preference: preferenceOf(id, document) };
    })
    .toSorted(
      (a, b) =>
        Number(a.withdrawn) - Number(b.withdrawn) ||
        RECORD_PREFERENCE.indexOf(a.preference) - RECORD_PREFERENCE.indexOf(b.preference) ||
        compareText(a.document.key, b.document.key) ||
        compareText(a.document.sha256, b.document.sha256),
    );
  const [first, ...rest] = ranked;
  return {
    chosen: first?.document ?? null,
    rule: first?.preference ?? null,
    others: rest.map(otherRecord),
  };
}

function otherRecord({ document, withdrawn }: { document: SourceDocument; withdrawn: boolean }): OtherRecord {
  const { key, modified, sha256 } = document;
  return withdrawn ? { id: key, modified, withdrawn: true, sha256 } : { id: key, modified, sha256 };
}

function preferenceOf(id: string, document: SourceDocument): RecordPreference {
  const { key } = document;
  if (key === id) return 'same_id';
  if (key.startsWith('GHSA-')) return isReviewed(document) ? 'reviewed_advisory' : 'unreviewed_advisory';
  return isOfRebuild(document) ? 'distribution' : 'ecosystem_database';
}
