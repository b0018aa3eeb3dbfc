import { kevInfo } from './kev/info.ts';
import type { SourceInfo } from './source.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every source of the one list of ids, also those that have no folder yet. A licence is written down only where the
 * source states it, and records of a source that states none are not passed on.
 */
export const SOURCE_CATALOGUE: readonly SourceInfo[] = [
  {
    id: 'cve_list_v5',
    name: 'CVE List V5',
    kind: 'vulnerabilities',
    home: 'https://github.com/CVEProject/cvelistV5',
    licence: 'CVE terms of use',
    attribution: null,
    redistribute: false,
    cadenceSeconds: 10 * MINUTE,
  },
  {
    id: 'cve_services',
    name: 'CVE Services',
    kind: 'vulnerabilities',
    home: 'https://cveawg.mitre.org/api',
    licence: 'CVE terms of use',
    attribution: null,
    redistribute: false,
    cadenceSeconds: null,
  },
  {
    id: 'osv',
    name: 'OSV',
    kind: 'vulnerabilities',
    home: 'https://osv.dev',
    licence: null,
    attribution: null,
    redistribute: false,
    cadenceSeconds: 15 * MINUTE,
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
  },
  {
    id: 'nvd',
    name: 'National Vulnerability Database',
    kind: 'vulnerabilities',
    home: 'https://nvd.nist.gov',
    licence: 'NVD terms of use',
    attribution: null,
    redistribute: false,
    cadenceSeconds: 2 * HOUR,
  },
  {
    id: 'epss',
    name: 'Exploit Prediction Scoring System',
    kind: 'exploitation',
    home: 'https://www.first.org/epss',
    licence: null,
    attribution: null,
    redistribute: false,
    cadenceSeconds: DAY,
  },
  kevInfo,
  {
    id: 'nixpkgs',
    name: 'nixpkgs issues',
    kind: 'tracker',
    home: 'https://github.com/NixOS/nixpkgs/issues',
    licence: null,
    attribution: null,
    redistribute: false,
    cadenceSeconds: 10 * MINUTE,
  },
  nix('channels', 'Nix channels', 10 * MINUTE),
  nix('packages', 'nixpkgs packages', null),
  nix('dependencies', 'nixpkgs dependencies', null),
  {
    id: 'repology',
    name: 'Repology',
    kind: 'packages',
    home: 'https://repology.org',
    licence: null,
    attribution: null,
    redistribute: false,
    cadenceSeconds: null,
  },
  {
    id: 'metasploit',
    name: 'Metasploit modules',
    kind: 'exploitation',
    home: 'https://github.com/rapid7/metasploit-framework',
    licence: 'BSD-3-Clause',
    attribution: 'Rapid7',
    redistribute: true,
    cadenceSeconds: DAY,
  },
  {
    id: 'nuclei',
    name: 'nuclei templates',
    kind: 'exploitation',
    home: 'https://github.com/projectdiscovery/nuclei-templates',
    licence: 'MIT',
    attribution: 'ProjectDiscovery',
    redistribute: true,
    cadenceSeconds: DAY,
  },
  {
    id: 'exploitdb',
    name: 'Exploit-DB',
    kind: 'exploitation',
    home: 'https://gitlab.com/exploit-database/exploitdb',
    licence: null,
    attribution: null,
    redistribute: false,
    cadenceSeconds: DAY,
  },
];

/** The three that come out of one evaluation of the collection. */
function nix(id: SourceInfo['id'], name: string, cadenceSeconds: number | null): SourceInfo {
  const home = 'https://channels.nixos.org';
  return { id, name, kind: 'packages', home, licence: 'MIT', attribution: null, redistribute: true, cadenceSeconds };
}
