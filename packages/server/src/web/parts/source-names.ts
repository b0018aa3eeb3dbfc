import type { SourceId } from '@almanac/contract';

/** Names of sources as people know them. Only a type is imported: the scan page's code uses it in the browser too. */
const SOURCE_NAMES: Readonly<Record<SourceId, string>> = {
  cve_list_v5: 'CVE list',
  cve_services: 'CVE services',
  osv: 'OSV',
  advisory: 'GitHub Advisory Database',
  nvd: 'NVD',
  epss: 'EPSS',
  kev: 'KEV catalogue',
  metasploit: 'Metasploit',
  nuclei: 'nuclei templates',
  exploitdb: 'Exploit-DB',
  nixpkgs: 'nixpkgs tracker',
  channels: 'Nix channels',
  packages: 'nixpkgs packages',
  dependencies: 'nixpkgs dependencies',
  repology: 'Repology',
};

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(SOURCE_NAMES));

export function sourceName(id: string): string {
  return NAMES.get(id) ?? id;
}
