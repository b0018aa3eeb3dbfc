import { isUnsaid } from '@almanac/core/names';
import type { AdvisoryType } from '@almanac/core/records';
import type { WeaknessRow } from './weakness.ts';

interface Labelled {
  readonly published?: Date | null;
  readonly vendors?: readonly (string | null)[];
  readonly products: readonly (string | null)[];
  readonly ecosystems?: readonly string[];
  readonly weaknesses: readonly WeaknessRow[];
  readonly type?: AdvisoryType | null;
}

/** The version of the projection since which documents have labels of their month and of KEV. A search relies on them from then on. */
export const LABELLED_VERSION = 4;

export type LabelKind = 'v' | 'p' | 'e' | 'c' | 't' | 'd';

/** A record of the kernel names hundreds of products; nobody filters by the last of them. */
const MAX_LABELS = 300;
/** A word of a document has at most 2,046 bytes. */
const MAX_LENGTH = 200;

/** The labels of a record: what `label` gives for each of its names. */
export function searchLabels({
  published = null,
  vendors = [],
  products,
  ecosystems = [],
  weaknesses,
  type,
}: Labelled): string[] {
  const labels = new Set<string>();
  const add = (kind: LabelKind, name: string | null) => {
    if (name !== null && !isUnsaid(name) && labels.size < MAX_LABELS) labels.add(label(kind, name));
  };
  if (published !== null) add('d', formatMonth(published));
  if (type === 'malware') add('t', type);
  for (const ecosystem of ecosystems) add('e', ecosystem);
  for (const { cwe } of weaknesses) add('c', String(cwe));
  for (const vendor of vendors) add('v', vendor);
  for (const product of products) add('p', product);
  return [...labels];
}

/** `Apache HTTP Server` and `apache_http_server` are one name: CPE writes the second, people the first. */
export function label(kind: LabelKind, name: string): string {
  return `${kind}=${name.trim().toLowerCase().replaceAll(/\s+/g, '_').slice(0, MAX_LENGTH)}`.toWellFormed();
}

/** The month of publication in UTC, such as `202611`: the newest of what a word finds are looked for by it. */
export function formatMonth(date: Date): string {
  return date.toISOString().slice(0, -17).replace('-', '');
}

/** Set and cleared by KEV, not by the record. */
export const EXPLOITED_LABEL = 'k=kev';
