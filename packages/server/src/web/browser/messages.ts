import type { DecisionsReading } from '@almanac/core/decisions';
import type { ExaminedComponent } from '@almanac/core/sbom';
import type { ScannedReading } from '@almanac/core/scan';

/** Pasted text has no file name that tells its format. */
export const PASTED = 'text/x-pasted';

export type ExportFormat = 'openvex' | 'cyclonedx-vex' | 'sarif' | 'cyclonedx';

/** `lines` are where components begin, for JSON files. */
export interface ExportedFile {
  readonly name: string;
  readonly examined: readonly ExaminedComponent[];
  readonly lines?: ReadonlyMap<string, number>;
}

/** The page supplies time and randomness, so that the writers are deterministic. */
export interface ExportOrder {
  readonly format: ExportFormat;
  readonly files: readonly ExportedFile[];
  readonly timestamp: string;
  readonly uuid: string;
  readonly toolVersion: string;
  readonly site: string;
}

export type Order =
  | { readonly kind: 'read'; readonly file: File }
  | { readonly kind: 'decisions'; readonly files: readonly File[] }
  | { readonly kind: 'export'; readonly order: ExportOrder };

export type Delivery =
  | { readonly kind: 'read'; readonly result: ScannedReading }
  | { readonly kind: 'decisions'; readonly reading: DecisionsReading }
  | { readonly kind: 'export'; readonly text: string }
  | { readonly kind: 'broken'; readonly message: string };
