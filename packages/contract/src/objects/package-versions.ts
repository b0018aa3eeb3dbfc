import * as z from 'zod';

/** What one repository carries (spec 2.6). */
export const RepositoryVersion = z
  .object({
    repo: z.string(),
    version: z.string(),
    status: z.enum(['newest', 'outdated', 'devel', 'unique', 'vulnerable']),
    upstreamStatus: z.string().optional().describe('The version aggregator’s own word, where ours is coarser.'),
  })
  .meta({ id: 'RepositoryVersion' });
export type RepositoryVersion = z.infer<typeof RepositoryVersion>;

/** What one channel of the collection carries: its newest version, and what it keeps beside that. */
export const ChannelVersion = RepositoryVersion.extend({
  channel: z.string().describe('The channel that the repository describes.'),
  attribute: z
    .string()
    .nullable()
    .describe('The attribute of the newest version, where the version aggregator names it.'),
  otherVersions: z
    .array(RepositoryVersion.omit({ repo: true }))
    .describe('Other versions in the same channel, newest first: release lines, and old ones that are kept.'),
}).meta({ id: 'ChannelVersion' });
export type ChannelVersion = z.infer<typeof ChannelVersion>;

/** Versions of a package in every repository that tracks it (spec 2.6). */
export const PackageVersions = z
  .object({
    package: z.string().describe('The canonical name: lower case, no version suffix.'),
    requested: z.string().optional().describe('The name as it was asked for.'),
    repositories: z.array(RepositoryVersion),
    latestVersion: z.string().describe('The newest release in any repository, else the highest development version.'),
    summary: z.object({
      totalRepos: z.int().nonnegative().describe('Repositories that track the package.'),
      newest: z.int().nonnegative().describe('Repositories with the latest version.'),
      outdated: z.int().nonnegative(),
      vulnerable: z.int().nonnegative().describe('Repositories with a version that is known to be vulnerable.'),
    }),
  })
  .meta({ id: 'PackageVersions' });
export type PackageVersions = z.infer<typeof PackageVersions>;
