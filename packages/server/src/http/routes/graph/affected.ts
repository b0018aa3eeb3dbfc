import { getGraphAffected } from '@almanac/contract';
import { reconcileCve } from '@almanac/core/dossier';
import { collectionVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { cveCoverage } from '../../../app/cve/coverage.ts';
import { loadOrFetchCve } from '../../../app/cve/live-fetch.ts';
import { distinct } from '../../../app/graph/distinct.ts';
import { asOf, coverageRow } from '../../../app/sources/source-states.ts';
import { route } from '../../route.ts';

/** Edges that sources assert, and what matching makes of the collection's packages. */
export const graphAffected = route(getGraphAffected, async (deps, { params: { id }, query: { limit } }, context) => {
  const knowledge = await loadOrFetchCve(deps, id, context);
  const asked = await cveCoverage(deps.sourceStates, knowledge);
  const states = await deps.sourceStates.read();
  const others = (['packages', 'dependencies'] as const).flatMap((source) => {
    const state = states.get(source);
    return state === undefined || asked.some((row) => row.source === source) ? [] : [coverageRow(state)];
  });
  const coverage = [...asked, ...others];
  const { canonical } = reconcileCve(knowledge.facts, coverage);
  const { affectedPackages: named, affectedPackagesTruncated: left } = canonical;
  const [judged, graph] = await Promise.all([collectionVerdicts(deps, knowledge), deps.graph.current()]);
  const packages = distinct(
    named.map(({ ecosystem, vendor, name, purl, ranges, fixedIn, source, records }) => ({
      ecosystem,
      vendor,
      name,
      purl,
      range: distinctWords(ranges),
      fixedIn: [...fixedIn],
      source,
      records: [...records],
    })),
  );
  return {
    data: {
      id,
      packages: packages.slice(0, limit),
      collection: judged.packages.map((one) =>
        Object.assign({}, one, {
          unknownReasons: [...one.unknownReasons],
          dependents: graph?.dependents(one.attribute) ?? null,
        }),
      ),
      ...(judged.complete ? {} : { unknownReasons: ['limit_reached' as const] }),
      total: packages.length + left,
      truncated: left > 0 || packages.length > limit,
    },
    envelopeFields: { coverage, asOf: asOf(coverage) },
  };
});

function distinctWords(ranges: readonly { readonly words: string }[]): string {
  return [...new Set(ranges.map(({ words }) => words))].join('; ') || 'not stated';
}
