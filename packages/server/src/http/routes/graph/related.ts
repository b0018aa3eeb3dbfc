import { getGraphRelated } from '@almanac/contract';
import { printCweId } from '@almanac/core/ids';
import { RECORD_SOURCES } from '@almanac/core/records';
import { cveSummaries } from '../../../app/cve/cve-summaries.ts';
import { loadOrFetchCve } from '../../../app/cve/live-fetch.ts';
import { rankRelated } from '../../../app/graph/rank-related.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { graphNeighbours } from '../../../queries/graph-neighbours.ts';
import { route } from '../../route.ts';

/** From what is stored; whether an id that nobody has stored exists is asked as everywhere. */
export const graphRelated = route(getGraphRelated, async (deps, { params: { id }, query: { by, limit } }, context) => {
  const [own] = await deps.databases.readWithFallback((db) => cveSummaries(db, [id]));
  if (own?.known !== true) await loadOrFetchCve(deps, id, context);
  const { neighbours, ranked, shown, summaries } = await deps.databases.readWithFallback(async (db) => {
    const around = await graphNeighbours(db, id);
    const all = rankRelated(around, by);
    const page = all.slice(0, limit);
    const ids = page.map((each) => each.id);
    return { neighbours: around, ranked: all, shown: page, summaries: await cveSummaries(db, ids) };
  });
  const packages = neighbours.packages.map(({ ecosystem, vendor, name }) => ({ ecosystem, vendor, name }));
  const weaknesses = neighbours.weaknesses.map(({ cwe }) => printCweId(cwe));
  const isCut = [...neighbours.packages, ...neighbours.weaknesses].some(({ more }) => more);
  return {
    data: {
      id,
      packages,
      weaknesses,
      related: shown.map((each, i) => ({
        id: each.id,
        title: summaries[i]?.title ?? null,
        severity: summaries[i]?.severity ?? null,
        score: each.score,
        shared: {
          packages: each.packages.flatMap((place) => packages[place] ?? []),
          weaknesses: each.weaknesses.flatMap((place) => weaknesses[place] ?? []),
        },
      })),
      truncated: neighbours.truncated || isCut || ranked.length > limit,
    },
    envelopeFields: await coverageOf(deps.sourceStates, RECORD_SOURCES),
  };
});
