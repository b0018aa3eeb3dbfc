import type { SeverityClaim } from '../scores/severity.ts';
import type { SsvcPoints } from '../scores/ssvc.ts';
import type { RecordSource } from './facts.ts';
import { readAdvisoryRecord } from './record-advisory.ts';
import { readCveListRecord } from './record-cve-list.ts';
import { readNvdRecord } from './record-nvd.ts';
import { readOsvRecord } from './record-osv.ts';
import type { RecordDocument, RecordState } from './record-state.ts';

export interface Reference {
  readonly url: string;
  readonly tags: readonly string[];
}

/** The parts of any source's record that the sources have in common. */
export interface SourceRecord {
  readonly source: RecordSource;
  readonly id: string;
  readonly state: RecordState;
  /** Read over by a person at the advisory database; false for the other sources. */
  readonly reviewed: boolean;
  readonly title: string | null;
  readonly description: string | null;
  readonly severities: readonly SeverityClaim[];
  /** Weaknesses by who names them, the assigner first. */
  readonly weaknesses: readonly { readonly by: 'cna' | 'adp' | 'record'; readonly cwes: readonly string[] }[];
  readonly published: string | null;
  readonly modified: string | null;
  readonly references: readonly Reference[];
  readonly ssvc: (SsvcPoints & { readonly at: string | null }) | null;
  readonly tags: readonly string[];
}

const READERS: Readonly<Record<RecordSource, (document: RecordDocument) => SourceRecord>> = {
  cve_list_v5: readCveListRecord,
  nvd: readNvdRecord,
  osv: readOsvRecord,
  advisory: readAdvisoryRecord,
};

/** Reads a record of any source, save its packages. It never throws, and a record of nonsense reads as an empty one. */
export function readRecord(document: RecordDocument): SourceRecord {
  return READERS[document.source](document);
}
