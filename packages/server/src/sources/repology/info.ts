import type { SourceInfo } from '../source.ts';

export const REPOLOGY_URL = 'https://repology.org';

export const repologyInfo: SourceInfo = {
  id: 'repology',
  name: 'Repology',
  kind: 'packages',
  home: 'https://repology.org',
  // The terms of its API name no licence of the data: its answers are used, not passed on.
  licence: null,
  attribution: null,
  redistribute: false,
  cadenceSeconds: null,
  expectedChangeSeconds: null,
};
