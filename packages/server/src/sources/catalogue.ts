import { channelsInfo } from './channels/info.ts';
import { dependenciesInfo } from './dependencies/info.ts';
import { exploitdbInfo } from './exploitdb/info.ts';
import { kevInfo } from './kev/info.ts';
import { metasploitInfo } from './metasploit/info.ts';
import { nixpkgsInfo } from './nixpkgs/info.ts';
import { nucleiInfo } from './nuclei/info.ts';
import { packagesInfo } from './packages/info.ts';
import { repologyInfo } from './repology/info.ts';
import type { SourceInfo } from './source.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every source of the one list of ids. A licence is written down only where the
 * source states it, and records of a source that states none are not passed on. `expectedChangeSeconds` is wide enough for
 * nights, weekends and late files: after a longer pause someone should ask.
 */
export const SOURCE_CATALOGUE: readonly SourceInfo[] = [
  {
    id: 'cve_list_v5',
    name: 'CVE List V5',
    kind: 'vulnerabilities',
    home: 'https://github.com/CVEProject/cvelistV5',
    licence: 'CVE terms of use',
    attribution: 'Copyright The MITRE Corporation; CVE terms of use: https://www.cve.org/Legal/TermsOfUse',
    redistribute: true,
    cadenceSeconds: 10 * MINUTE,
    expectedChangeSeconds: 12 * HOUR,
  },
  {
    id: 'cve_services',
    name: 'CVE Services',
    kind: 'vulnerabilities',
    home: 'https://cveawg.mitre.org/api',
    licence: 'CVE terms of use',
    attribution: 'Copyright The MITRE Corporation; CVE terms of use: https://www.cve.org/Legal/TermsOfUse',
    redistribute: true,
    cadenceSeconds: null,
    expectedChangeSeconds: null,
  },
  {
    id: 'osv',
    name: 'OSV',
    kind: 'vulnerabilities',
    home: 'https://osv.dev',
    licence: 'that of each home database',
    attribution: 'The home database of each record, by way of OSV (https://osv.dev)',
    redistribute: true,
    cadenceSeconds: 15 * MINUTE,
    expectedChangeSeconds: 6 * HOUR,
  },
  {
    id: 'advisory',
    name: 'GitHub Advisory Database',
    kind: 'vulnerabilities',
    home: 'https://github.com/github/advisory-database',
    licence: 'CC-BY-4.0',
    attribution: 'GitHub Advisory Database',
    redistribute: true,
    cadenceSeconds: 30 * MINUTE,
    expectedChangeSeconds: DAY,
  },
  {
    id: 'nvd',
    name: 'National Vulnerability Database',
    kind: 'vulnerabilities',
    home: 'https://nvd.nist.gov',
    licence: 'Public domain; NVD terms of use',
    attribution: 'This product uses the NVD API but is not endorsed or certified by the NVD.',
    redistribute: true,
    cadenceSeconds: 2 * HOUR,
    expectedChangeSeconds: DAY,
  },
  {
    id: 'epss',
    name: 'Exploit Prediction Scoring System',
    kind: 'exploitation',
    home: 'https://www.first.org/epss',
    licence: 'Free to use with citation',
    attribution: 'EPSS, https://www.first.org/epss',
    redistribute: true,
    cadenceSeconds: DAY,
    expectedChangeSeconds: 2 * DAY,
  },
  kevInfo,
  nixpkgsInfo,
  channelsInfo,
  packagesInfo,
  dependenciesInfo,
  repologyInfo,
  metasploitInfo,
  nucleiInfo,
  exploitdbInfo,
];
