import * as z from 'zod';

/** Spec 2.6. */
export const RepositoryVersion = z
  .object({
    repo: z.string(),
    version: z.string(),
    status: z.enum(['newest', 'outdated', 'devel', 'unique', 'vulnerable']),
    upstreamStatus: z.string().optional().describe("Repology's own status, if ours is less specific."),
  })
  .meta({ id: 'RepositoryVersion' });
export type RepositoryVersion = z.infer<typeof RepositoryVersion>;

export const ChannelVersion = RepositoryVersion.extend({
  channel: z.string().describe('The channel that the repository describes.'),
  attribute: z.string().nullable().describe('The attribute of the newest version, if Repology names it.'),
  otherVersions: z
    .array(RepositoryVersion.omit({ repo: true }))
    .describe('Other versions in the same channel, newest first.'),
}).meta({ id: 'ChannelVersion' });
export type ChannelVersion = z.infer<typeof ChannelVersion>;

/** Spec 2.6. */
export const PackageVersions = z
  .object({
    package: z.string().describe('The canonical name: lower case, without a version suffix.'),
    requested: z.string().optional().describe('The name in the request.'),
    repositories: z.array(RepositoryVersion),
    latestVersion: z
      .string()
      .describe('The newest release in any repository, otherwise the highest development version.'),
    summary: z.object({
      totalRepos: z.int().nonnegative().describe('Repositories that track the package.'),
      newest: z.int().nonnegative().describe('Repositories with the latest version.'),
      outdated: z.int().nonnegative(),
      vulnerable: z.int().nonnegative().describe('Repositories with a version known to be vulnerable.'),
    }),
  })
  .meta({ id: 'PackageVersions' });
export type PackageVersions = z.infer<typeof PackageVersions>;
