import type { SourceInfo } from '../source.ts';

export const nucleiInfo: SourceInfo = {
  id: 'nuclei',
  name: 'nuclei templates',
  kind: 'exploitation',
  home: 'https://github.com/projectdiscovery/nuclei-templates',
  licence: 'MIT',
  attribution: 'ProjectDiscovery',
  redistribute: true,
  cadenceSeconds: 24 * 3600,
  // Templates come in most days.
  expectedChangeSeconds: 14 * 24 * 3600,
};
