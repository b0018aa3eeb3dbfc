import type { RecordRef } from '../ranges/model.ts';

/** Reports whether somebody else than the assigner or NVD says so: who adds products and versions by reading a record's prose. */
export function isEnrichment({ by }: Pick<RecordRef, 'by'>): boolean {
  return by !== undefined && ENRICHERS.has(by);
}

const ENRICHERS: ReadonlySet<string> = new Set(['CISA-ADP', 'Anchore']);

/** Reports whether it is about a package that was made to do harm, as every version of it does. */
export function isMalware({ id }: RecordRef): boolean {
  return id.startsWith('MAL-');
}

/** Reports whether it is a crash that OSS-Fuzz found and that nobody has assessed. */
export function isFuzzReport({ source, id }: RecordRef): boolean {
  return source === 'osv' && /^OSV-\d{4}-\d{1,8}$/.test(id);
}
