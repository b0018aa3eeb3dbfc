import { type AnnouncedCve, getMitreRecent } from '@almanac/contract';
import { chosenRows } from '../../../app/search/chosen-rows.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { type AnnouncementRow, announcements } from '../../../queries/announcements.ts';
import type { SearchRowFacts } from '../../../queries/search-rows.ts';
import { route } from '../../route.ts';

/** One row for each id, which the log itself may name many times. */
export const mitreRecent = route(getMitreRecent, async ({ databases, sourceStates }, { query: { page, limit } }) => {
  const { rows, total, more, facts } = await databases.readWithFallback(async (db) => {
    const found = await announcements(db, { offset: (page - 1) * limit, limit });
    const facts = await chosenRows(
      db,
      found.rows.map(({ id }) => id),
    );
    return { ...found, facts: new Map(facts.map((row) => [row.key, row])) };
  });
  return {
    data: {
      cves: rows.map((row) => announced(row, facts.get(row.id))),
      total,
      totalType: more ? ('at_least' as const) : ('exact' as const),
      page,
      pageSize: limit,
    },
    envelopeFields: await coverageOf(sourceStates, ['cve_list_v5', 'epss', 'kev']),
  };
});

function announced(row: AnnouncementRow, facts: SearchRowFacts | undefined): AnnouncedCve {
  const { severity = null, score = null, withdrawn = false, epss = null, percentile = null } = facts ?? {};
  return {
    id: row.id,
    change: row.change,
    announcedAt: row.announcedAt.toISOString(),
    modified: row.modified?.toISOString() ?? null,
    awaiting: facts === undefined || !facts.sources.includes('cve_list_v5'),
    title: facts?.title ?? null,
    severity: withdrawn || severity === 'none' ? null : severity,
    score: withdrawn ? null : score,
    epss: epss === null || percentile === null ? null : { epss, percentile },
    kev: facts?.kev ?? false,
    published: facts?.published?.toISOString() ?? null,
    withdrawn,
  };
}
