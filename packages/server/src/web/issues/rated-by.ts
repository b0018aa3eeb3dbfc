import type { Issue } from '@almanac/contract';

/** Whose rating an issue has: a label is the word of whoever set it, and may differ from what its CVEs are rated. */
export function ratedBy(source: Issue['severitySource']): string {
  return source === 'labels' ? 'by its label' : source === 'cves' ? 'by its CVEs' : '';
}
