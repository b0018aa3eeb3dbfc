import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { ChannelVersion, PackageVersions } from '../objects/package-versions.ts';

const HOUR = 3_600;
const TIME = '2026-11-15T08:23:00.000Z';

const about = {
  method: 'GET',
  params: z.object({
    package: z
      .string()
      .min(1)
      .max(512)
      .describe('The canonical name (`python`, `python:requests`), an attribute, or a name with a release line.'),
  }),
  wildcardParam: 'package',
  envelopeFields: Coverage,
  cache: HOUR,
  rate: 'general',
  errors: ['PACKAGE_UNKNOWN', 'UPSTREAM_UNAVAILABLE'],
  exampleEnvelopeFields: {
    coverage: [{ source: 'repology', state: 'ok', checkedAt: TIME, changedAt: TIME }],
    asOf: TIME,
  },
} as const;

/** Spec 4.6. */
export const getRepology = endpoint({
  ...about,
  errors: [...about.errors],
  exampleEnvelopeFields: { ...about.exampleEnvelopeFields, coverage: [...about.exampleEnvelopeFields.coverage] },
  id: 'getRepology',
  path: '/repology/:package',
  area: 'packages',
  summary: "List a package's versions in every repository",
  data: PackageVersions,
  example: {
    package: 'xz',
    requested: 'xz',
    repositories: [
      { repo: 'debian_12', version: '5.4.1', status: 'outdated', upstreamStatus: 'outdated' },
      { repo: 'nix_unstable', version: '5.8.1', status: 'newest', upstreamStatus: 'newest' },
    ],
    latestVersion: '5.8.1',
    summary: { totalRepos: 2, newest: 1, outdated: 1, vulnerable: 0 },
  },
});

/** Spec 4.10; members by decision. */
export const getTrackerRepology = endpoint({
  ...about,
  errors: [...about.errors],
  exampleEnvelopeFields: { ...about.exampleEnvelopeFields, coverage: [...about.exampleEnvelopeFields.coverage] },
  id: 'getTrackerRepology',
  path: '/tracker/repology/:package',
  area: 'tracker',
  summary: 'List the newest version of a package in each nixpkgs channel',
  data: PackageVersions.extend({ repositories: z.array(ChannelVersion) }).meta({ id: 'ChannelVersions' }),
  example: {
    package: 'python',
    requested: 'python313',
    repositories: [
      {
        repo: 'nix_unstable',
        channel: 'nixpkgs-unstable',
        attribute: 'python313',
        version: '3.13.9',
        status: 'outdated',
        upstreamStatus: 'outdated',
        otherVersions: [{ version: '3.12.12', status: 'outdated', upstreamStatus: 'legacy' }],
      },
    ],
    latestVersion: '3.14.0',
    summary: { totalRepos: 1, newest: 0, outdated: 1, vulnerable: 0 },
  },
});
