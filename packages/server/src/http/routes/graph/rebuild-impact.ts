import { getRebuildImpact } from '@almanac/contract';
import { findAttribute } from '../../../app/graph/find-attribute.ts';
import { impactOf } from '../../../app/graph/impact-of.ts';
import { coverageOf } from '../../../app/search/coverage.ts';
import { route } from '../../route.ts';

const NOTHING = { direct: null, transitive: null, depth: null, deepestChain: [], bestKnown: [], staging: null };

/** From memory; what nobody has evaluated is not known, which is not the same as nothing. */
export const rebuildImpact = route(getRebuildImpact, async (deps, { params: { name } }) => {
  const graph = await deps.graph.current();
  const { attribute, node } = await findAttribute(deps, graph, name);
  const envelopeFields = await coverageOf(deps.sourceStates, ['dependencies', 'packages']);
  const about = {
    package: name,
    attribute,
    snapshot: graph?.snapshot ?? null,
    system: graph?.system ?? null,
    stagingFrom: deps.stagingRebuilds,
  };
  if (graph === null || node === null) {
    const reason =
      graph === null
        ? 'No nixpkgs evaluation has been read yet, so dependencies are unknown.'
        : 'The nixpkgs evaluation does not have this package.';
    return { data: { ...about, ...NOTHING, reason }, envelopeFields };
  }
  const impact = impactOf(graph, node);
  return {
    data: { ...about, ...impact, staging: impact.transitive >= deps.stagingRebuilds, reason: null },
    envelopeFields,
  };
});
