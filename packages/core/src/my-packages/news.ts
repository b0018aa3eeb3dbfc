import type { ListedFinding, ListedRow } from './row.ts';

/** When a finding entered a list, as far as is known. */
export interface EntryDates {
  /** When we first saw the statement about the package; null where it came with the first read of its source. */
  readonly stated: string | null;
  /** When the vulnerability became known. */
  readonly published: string | null;
  /** When a channel first had the version; null for a version that somebody names. */
  readonly carried: string | null;
}

/** Returns the later of the two moments that put a finding on a list: its statement is known, and its version is carried. */
export function listedSince({ stated, published, carried }: EntryDates): string | null {
  const known = stated ?? published;
  return known === null || carried === null || known > carried ? known : carried;
}

interface DatedRow extends Omit<ListedRow, 'findings'> {
  readonly findings: readonly (ListedFinding & { readonly listedSince: string | null })[];
}

const DAY_MS = 86_400_000;
const MAX_NAMED = 5;

/** Formats what entered the list within a day: `New since yesterday: CVE-2021-23337 in lodash 4.17.20.` */
export function newsSentence(rows: readonly DatedRow[], now: number): string {
  const yesterday = new Date(now - DAY_MS).toISOString();
  const news = rows.flatMap(({ verdict, package: name, version, findings }) =>
    findings.flatMap(({ id, status, listedSince: since }) =>
      verdict === 'affected' && status === 'affected' && since !== null && since >= yesterday
        ? [`${id} in ${name}${version === null ? '' : ` ${version}`}`]
        : [],
    ),
  );
  if (news.length === 0) return 'Nothing new since yesterday.';
  const left = news.length - MAX_NAMED;
  return `New since yesterday: ${news.slice(0, MAX_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}
