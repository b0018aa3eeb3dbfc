/** Names of sources as people know them, by the ids that the API uses, where the id does not tell. */
const SOURCE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cve_list_v5: 'CVE list',
    cve_services: 'CVE services',
    osv: 'OSV',
    advisory: 'GitHub Advisory Database',
    nvd: 'NVD',
    nvd_overrides: 'Anchore’s additions to NVD',
    epss: 'EPSS',
    kev: 'KEV catalogue',
    nuclei: 'nuclei templates',
    exploitdb: 'Exploit-DB',
    nixpkgs: 'nixpkgs tracker',
    channels: 'Nix channels',
    packages: 'nixpkgs packages',
    dependencies: 'nixpkgs dependencies',
  }),
);

/** A source in a sentence: `repology` is Repology. A test compares it with the name that the source defines. */
export function sourceName(id: string): string {
  return SOURCE_NAMES.get(id) ?? `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}`;
}
