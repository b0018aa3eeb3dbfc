/** Well-known records of the twins' small world, in place of those that everybody knows. */
export const DEMO_CANARIES = {
  cve_list_v5: [{ key: 'CVE-2025-91301', says: [{ path: 'cveMetadata.state', is: 'PUBLISHED' }] }],
  osv: [{ key: 'GHSA-7q9r-gvx2-j346', says: [{ path: 'affected.*.package.name', is: 'tarn-archive' }] }],
  advisory: [{ key: 'GHSA-7q9r-gvx2-j346', says: [{ path: 'cve_id', is: 'CVE-2022-91007' }] }],
  nvd: [{ key: 'CVE-2025-91301', says: [{ path: 'cve.vulnStatus', is: 'Analyzed' }] }],
  epss: [{ key: 'CVE-2025-91301', says: [{ path: 'percentile', atLeast: 0.9 }] }],
  kev: [{ key: 'CVE-2025-91301', says: [{ path: 'vendorProject', is: 'Larkspur' }] }],
  nixpkgs: [{ key: 'issue/410101', says: [{ path: 'labels.*.name', is: '1.severity: security' }] }],
  channels: [{ key: 'nixos-unstable', says: [{ path: 'revision' }] }],
  packages: [{ key: 'nixos-unstable/libbuoy', says: [{ path: 'pname', is: 'libbuoy' }] }],
  dependencies: [{ key: 'libbuoy.x86_64-linux', says: [{ path: 'name' }] }],
  metasploit: [
    { key: 'exploit/multi/http/larkspur_gateway_cookie', says: [{ path: 'references.*', is: 'CVE-2025-91301' }] },
  ],
  nuclei: [{ key: 'CVE-2025-91301', says: [{ path: 'Info.Severity', is: 'critical' }] }],
  exploitdb: [{ key: '90301', says: [{ path: 'codes', is: 'CVE-2025-91301' }] }],
};
