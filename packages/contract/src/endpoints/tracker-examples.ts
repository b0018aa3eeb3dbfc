import { exampleCoverage } from './cve-examples.ts';

export const EXAMPLE_ISSUE = {
  number: 412345,
  title: 'xz: CVE-2024-3094',
  url: 'https://github.com/NixOS/nixpkgs/issues/412345',
  state: 'open' as const,
  severity: 'critical' as const,
  created_at: '2024-03-29T18:01:00.000Z',
  updated_at: '2024-03-30T09:12:00.000Z',
  labels: [{ name: '1.severity: security', color: 'cc0000' }],
  cves: ['CVE-2024-3094'],
  packages: ['xz'],
  hasFixAvailable: true,
  assignees: ['maintainer'],
  relatedCves: [],
  severitySource: 'cves' as const,
  fix: {
    pullRequest: {
      number: 412350,
      url: 'https://github.com/NixOS/nixpkgs/pull/412350',
      mergedAt: '2024-03-29T20:00:00.000Z',
      relation: 'closes' as const,
    },
  },
  channelVerdict: {
    verdict: 'not_affected' as const,
    unknownReasons: [],
    affectedBy: [],
    undecided: [],
    places: [{ attribute: 'xz', channel: 'nixos-unstable', version: '5.4.6', verdict: 'not_affected' as const }],
  },
};

export const EXAMPLE_PULL = {
  number: 412350,
  title: 'xz: 5.6.1 -> 5.4.6',
  url: 'https://github.com/NixOS/nixpkgs/pull/412350',
  state: 'merged' as const,
  base: 'staging',
  relation: 'closes' as const,
  createdAt: '2024-03-29T18:30:00.000Z',
  mergedAt: '2024-03-29T20:00:00.000Z',
  backportOf: null,
  stage: 'channel' as const,
  steps: [
    { step: 'opened' as const, branch: 'staging', at: '2024-03-29T18:30:00.000Z' },
    { step: 'merged' as const, branch: 'staging', at: '2024-03-29T20:00:00.000Z' },
    { step: 'reached' as const, branch: 'nixos-unstable', at: '2024-04-10T06:00:00.000Z' },
  ],
  channels: [{ channel: 'nixos-unstable', reachedAt: '2024-04-10T06:00:00.000Z', revision: null }],
};

export const EXAMPLE_TRACKER_COVERAGE = exampleCoverage('nixpkgs');
