import { getGraphRelated } from '@almanac/contract';
import { printCweId } from '@almanac/core';
import { cveSummaries } from '../../../queries/cve-summaries.ts';
import { graphNeighbours } from '../../../queries/graph-neighbours.ts';
import { cveUnknown } from '../../cve/live-fetch.ts';
import { rankRelated } from '../../graph/rank-related.ts';
import { RECORD_SOURCES } from '../../packages/match-facts.ts';
import { route } from '../../route.ts';
import { coverageOf } from '../../search/coverage.ts';

/** From what is stored: an id that nobody has stored has nothing in common with any. */
export const graphRelated = route(getGraphRelated, async (deps, { params: { id }, query: { by, limit } }) => {
  const found = await deps.databases.readWithFallback(async (db) => {
    const [own] = await cveSummaries(db, [id]);
    if (own?.known !== true) return null;
    const neighbours = await graphNeighbours(db, id);
    const ranked = rankRelated(neighbours, by);
    const shown = ranked.slice(0, limit);
    const summaries = await cveSummaries(
      db,
      shown.map((each) => each.id),
    );
    return { neighbours, ranked, shown, summaries };
  });
  if (found === null) throw cveUnknown(id);
  const { neighbours, ranked, shown, summaries } = found;
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
    beside: await coverageOf(deps.sourceStates, RECORD_SOURCES),
  };
});
