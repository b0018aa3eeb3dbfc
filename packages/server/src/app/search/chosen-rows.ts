import { loadSearchRows, type SearchRowFacts } from '../../queries/search-rows.ts';
import type { Db } from '../../store/database.ts';
import { cveSummaries } from '../cve/cve-summaries.ts';

/** The rows of these groups, in their order, with the title, severity and dates that the dossier shows. */
export async function chosenRows(db: Db, keys: readonly string[]): Promise<SearchRowFacts[]> {
  const [rows, summaries] = await Promise.all([loadSearchRows(db, keys), cveSummaries(db, keys)]);
  const known = new Map(summaries.map((summary) => [summary.id, summary]));
  return rows.map((row) => {
    const summary = known.get(row.key);
    if (summary === undefined) return row;
    const { title, severity, score, published, modified, kev } = summary;
    return Object.assign(row, { title, severity, score, published, modified, kev });
  });
}
