import { Url } from '../../platform/settings.ts';
import { DAY, defineSource, githubSettings, MINUTE } from '../define-source.ts';

export interface NixpkgsAddresses {
  /** API URL of the repository: `https://api.github.com/repos/NixOS/nixpkgs`. */
  readonly url: string;
  /** Strongly recommended. A token of any account without permissions works; it only raises the rate limit. */
  readonly token?: string | undefined;
}

export const nixpkgsDefinition = defineSource({
  id: 'nixpkgs',
  number: 8,
  info: {
    name: 'nixpkgs issues',
    kind: 'tracker',
    home: 'https://github.com/NixOS/nixpkgs/issues',
    licence: null,
    attribution: null,
    redistribute: false,
    cadenceSeconds: 10 * MINUTE,
    // Several labelled issues change on a working day; a long weekend may pass without.
    expectedChangeSeconds: 4 * DAY,
    reconciliation: { by: 'sweep', everyHours: 24 },
  },
  settings: {
    TRACKER_URL: Url.default('https://api.github.com/repos/NixOS/nixpkgs').describe(
      'The repository of the tracker, in the API of GitHub.',
    ),
    ...githubSettings,
  },
  address: ({ TRACKER_URL, GITHUB_TOKEN }): NixpkgsAddresses => ({ url: TRACKER_URL, token: GITHUB_TOKEN }),
  schedule: [
    { channel: 'delta', match: '4,14,24,34,44,54 * * * *', catchUpMinutes: 10 },
    { channel: 'sweep', match: '50 2 * * *', catchUpMinutes: 720 },
  ],
  canaries: [{ key: 'issue/300055', says: [{ path: 'labels.*.name', is: '1.severity: security' }] }],
});
