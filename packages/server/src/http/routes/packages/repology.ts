import { getRepology } from '@almanac/contract';
import { latestVersion, repositoryVersions, versionSummary } from '@almanac/core/repology';
import { keptFor } from '../../../app/repology/kept-for.ts';
import { knownProject } from '../../../app/repology/known-project.ts';
import { route } from '../../route.ts';

export const repology = route(getRepology, async (deps, { params }, context) => {
  const { project, rows, coverage } = await knownProject(deps, params.package, context);
  return {
    data: {
      package: project,
      requested: params.package,
      repositories: [...repositoryVersions(rows)],
      latestVersion: latestVersion(rows) ?? '',
      summary: versionSummary(rows),
    },
    envelopeFields: { coverage: [coverage], asOf: coverage.checkedAt },
    ...keptFor(coverage),
  };
});
