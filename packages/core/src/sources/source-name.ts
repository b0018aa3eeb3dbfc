/** Names of sources as people know them, by the ids that the API uses. */
const SOURCE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/** A source in a sentence; one without a name of its own by its id. */
export function sourceName(id: string): string {
  return SOURCE_NAMES.get(id) ?? id;
}
