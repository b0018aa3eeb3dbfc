import type { SourceInfo } from '../source.ts';

export const kevInfo: SourceInfo = {
  id: 'kev',
  name: 'Known Exploited Vulnerabilities Catalog',
  kind: 'exploitation',
  home: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  licence: 'CC0-1.0',
  attribution: null,
  redistribute: true,
  cadenceSeconds: 30 * 60,
  // About 190 entries a year, several at a time: a week without one is nothing unusual.
  expectedChangeSeconds: 14 * 24 * 3600,
};

export const KEV_URL = 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json';
export const KEV_MIRROR_URL =
  'https://raw.githubusercontent.com/cisagov/kev-data/main/known_exploited_vulnerabilities.json';
