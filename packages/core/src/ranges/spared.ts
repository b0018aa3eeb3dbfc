import type { Assertion } from './model.ts';

/**
 * Whether a record of the CVE list names a product only to say that no version of it is affected. Other sources name a package only
 * because it is affected.
 */
export function isSpared({
  record,
  claims,
  defaultStatus,
}: Pick<Assertion, 'record' | 'claims' | 'defaultStatus'>): boolean {
  const own = record.source === 'cve_list_v5' || record.source === 'cve_services';
  return own && defaultStatus === 'unaffected' && claims.every(({ status }) => status === 'unaffected');
}
