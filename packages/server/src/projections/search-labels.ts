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

/** Documents have month and KEV labels since this version, and search relies on them. */
export const LABELLED_VERSION = 4;

export type LabelKind = 'v' | 'p' | 'e' | 'c' | 't' | 'd';

/** Kernel records name hundreds of products; nobody filters by the last of them. */
const MAX_LABELS = 300;
/** PostgreSQL limits a word to 2,046 bytes. */
const MAX_LENGTH = 200;

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

/** CPE writes `apache_http_server`, people write `Apache HTTP Server`. */
export function label(kind: LabelKind, name: string): string {
  return `${kind}=${name.trim().toLowerCase().replaceAll(/\s+/g, '_').slice(0, MAX_LENGTH)}`.toWellFormed();
}

/** `202611`, in UTC. Search looks for the newest records month by month. */
export function formatMonth(date: Date): string {
  return date.toISOString().slice(0, -17).replace('-', '');
}

/** Set and cleared by KEV, not by the record. */
export const EXPLOITED_LABEL = 'k=kev';
