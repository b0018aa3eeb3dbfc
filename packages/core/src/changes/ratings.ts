import type { Change } from '../dossier/changes.ts';

const RATING = /^(?:(?:cna|adp): )?(critical|high|medium|low|none)\b/;

/** The ratings that a change of severity takes back or gives: `high` of `cna: high 8.1 CVSS:3.1/…`. */
export function ratingsNamed(changes: readonly Change[]): string[] {
  const values = changes.filter(({ field }) => field === 'severity').flatMap(({ from, to }) => [from, to]);
  const texts = values.flatMap((value) => (Array.isArray(value) ? (value as readonly string[]) : []));
  return [...new Set(texts.flatMap((text) => RATING.exec(text)?.[1] ?? []))];
}
