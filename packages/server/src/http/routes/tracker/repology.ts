import { getTrackerRepology } from '@almanac/contract';
import { channelVersions, latestVersion, versionSummary } from '@almanac/core/repology';
import { ApiError } from '../../../app/errors.ts';
import { keptFor } from '../../../app/repology/kept-for.ts';
import { knownProject } from '../../../app/repology/known-project.ts';
import { route } from '../../route.ts';

/** `latestVersion` is the newest of all repositories: that is what a channel is held against. */
export const trackerRepology = route(getTrackerRepology, async (deps, { params }, context) => {
  const { project, rows, coverage } = await knownProject(deps, params.package, context);
  const channels = channelVersions(rows);
  if (channels.length === 0) {
    throw new ApiError('PACKAGE_UNKNOWN', `Package '${params.package}' not found in any nixpkgs channel`, {
      hint: `See /repology/${encodeURIComponent(project)} for other repositories.`,
    });
  }
  const repos = new Set(channels.map(({ repo }) => repo));
  const latest = latestVersion(rows);
  return {
    data: {
      package: project,
      requested: params.package,
      repositories: [...channels],
      latestVersion: latest ?? '',
      summary: versionSummary(
        rows.filter(({ repo }) => repos.has(repo)),
        latest,
      ),
    },
    envelopeFields: { coverage: [coverage], asOf: coverage.checkedAt },
    ...keptFor(coverage),
  };
});
