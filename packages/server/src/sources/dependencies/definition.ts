import { Url } from '../../platform/settings.ts';
import { DAY, defineSource, MINUTE } from '../define-source.ts';

export interface DependenciesAddress {
  /** URL of a nix-eval-jobs evaluation: `https://…` or `file:///…`. */
  readonly url: string;
}

export const dependenciesDefinition = defineSource({
  id: 'dependencies',
  number: 11,
  info: {
    name: 'nixpkgs dependencies',
    kind: 'packages',
    home: 'https://github.com/nix-community/nix-eval-jobs',
    licence: 'MIT',
    attribution: null,
    redistribute: true,
    cadenceSeconds: 10 * MINUTE,
    expectedChangeSeconds: 10 * DAY,
    reconciliation: { by: 'whole_file', everyHours: 1 },
  },
  optional: true,
  settings: {
    DEPENDENCIES_URL: Url.optional().describe(
      'An evaluation by nix-eval-jobs, with its inputs: https://… or file:///…. Unset: none is read.',
    ),
  },
  address: ({ DEPENDENCIES_URL: url }): DependenciesAddress | undefined => (url === undefined ? undefined : { url }),
  schedule: [{ channel: 'bulk', match: '9,19,29,39,49,59 * * * *', catchUpMinutes: 10 }],
  canaries: [{ key: 'hello.x86_64-linux', says: [{ path: 'name' }] }],
});
