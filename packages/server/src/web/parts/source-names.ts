/** Names of sources as people know them. Without imports: the scan page's code uses it in the browser too. */
const SOURCE_NAMES: ReadonlyMap<string, string> = new Map([
  ['cve_list_v5', 'CVE list'],
  ['cve_services', 'CVE services'],
  ['osv', 'OSV'],
  ['advisory', 'GitHub Advisory Database'],
  ['nvd', 'NVD'],
  ['epss', 'EPSS'],
  ['kev', 'KEV catalogue'],
  ['metasploit', 'Metasploit'],
  ['nuclei', 'nuclei templates'],
  ['exploitdb', 'Exploit-DB'],
  ['nixpkgs', 'nixpkgs tracker'],
  ['channels', 'Nix channels'],
  ['packages', 'nixpkgs packages'],
]);

export function sourceName(id: string): string {
  return SOURCE_NAMES.get(id) ?? id;
}
