import type { DecisionsReading } from '@almanac/core/decisions';
import type { ExaminedComponent } from '@almanac/core/sbom';
import type { ScannedReading } from '@almanac/core/scan';

/** The type of a file that somebody has pasted as text: it has no name that tells what it is. */
export const PASTED = 'text/x-pasted';

export type ExportFormat = 'openvex' | 'cyclonedx-vex' | 'sarif' | 'cyclonedx';

/** A file, what is known of its components, and the lines on which they begin where it is JSON. */
export interface ExportedFile {
  readonly name: string;
  readonly examined: readonly ExaminedComponent[];
  readonly lines?: ReadonlyMap<string, number>;
}

/** What an export is made from. Time and chance come from the page: the writers have neither. */
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
