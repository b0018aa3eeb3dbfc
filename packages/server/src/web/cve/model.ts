import type { CoverageRow, Provenance, RecordMention } from '@almanac/contract';
import type { Assessment, Dossier, ExploitSignals, Lifecycle } from '@almanac/core';

/** Everything that the page of a CVE shows. */
export interface CvePageModel {
  readonly dossier: Dossier;
  readonly lifecycle: Lifecycle;
  readonly exploits: ExploitSignals;
  readonly assessment: Assessment;
  /** By day, oldest first; hundred-thousandths. */
  readonly scores: readonly { readonly day: string; readonly score: number }[];
  readonly provenance: readonly Provenance[];
  /** OSV records and advisories that name it, by source. */
  readonly mentions: readonly (RecordMention & { readonly source: string })[];
  readonly coverage: readonly CoverageRow[];
  readonly asOf: string | null;
  /** The past instant that was asked for; null: now. */
  readonly at: string | null;
  readonly now: string;
  /** Of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
}
