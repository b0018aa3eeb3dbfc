import { getGhsa } from '@almanac/contract';
import { ghsaAdvisory } from '../../../app/advisories/advisory.ts';
import { advisoriesAffecting, spellingsOf } from '../../../app/advisories/affects.ts';
import { cursorOf, placeOf } from '../../../app/advisories/cursor.ts';
import type { Deps } from '../../../app/deps.ts';
import { invalidParameter } from '../../../app/errors.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { type GhsaQuestion, type GhsaRow, ghsaAdvisories } from '../../../queries/ghsa.ts';
import type { Db } from '../../../store/database.ts';
import { route } from '../../route.ts';

export const ghsa = route(getGhsa, async (deps, { query }) => {
  const { limit, cursor, affects } = query;
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null)
    throw invalidParameter('cursor', 'is not a valid cursor', 'Use `nextCursor` from the previous page.');
  const ecosystem = query.ecosystem === undefined ? null : spellingsOf(query.ecosystem);
  const asked: Omit<GhsaQuestion, 'ids'> = {
    ghsaId: query.ghsa_id ?? null,
    cveId: query.cve_id ?? null,
    type: query.type === 'all' ? null : query.type,
    severity: query.severity ?? null,
    ecosystems: ecosystem?.all ?? null,
    cwes: query.cwes ?? null,
    published: query.published ?? null,
    updated: query.updated ?? null,
    modified: query.modified ?? null,
    withdrawn: query.is_withdrawn ?? null,
    after,
    limit: limit + 1, // one more tells whether there is another page
  };
  const advisories = await deps.databases.readWithFallback(async (db) => {
    const ids = affects === undefined ? null : await advisoriesAffecting(db, affects, ecosystem?.osv ?? null);
    const rows = await ghsaAdvisories(db, { ...asked, ids });
    return { more: rows.length > limit, shown: await withDocuments(deps, db, rows.slice(0, limit)) };
  });
  const last = advisories.shown.at(-1);
  return {
    data: {
      advisories: advisories.shown,
      pageSize: limit,
      nextCursor:
        advisories.more && last !== undefined ? cursorOf({ published: last.published, id: last.ghsaId }) : null,
    },
    envelopeFields: await coverageOf(deps.sourceStates, ['advisory']),
  };
});

async function withDocuments({ documents }: Pick<Deps, 'documents'>, db: Db, rows: readonly GhsaRow[]) {
  const kept = rows.flatMap(({ document }) => document ?? []);
  const unpacked = (await documents.unpack(db, kept)).values();
  return rows.map((row) => ghsaAdvisory(row, row.document === null ? null : (unpacked.next().value ?? null)));
}
