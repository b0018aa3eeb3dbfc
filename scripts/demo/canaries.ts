const LOG4SHELL = 'CVE-2021-44228';

/** Records of the demo that are looked at after each reading; the built-in ones name some that it does not have. */
export const DEMO_CANARIES = {
  cve_list_v5: [{ key: LOG4SHELL, says: [{ path: 'cveMetadata.state', is: 'PUBLISHED' }] }],
  osv: [
    {
      key: 'GHSA-jfh8-c2jp-5v3q',
      says: [{ path: 'affected.*.package.name', is: 'org.apache.logging.log4j:log4j-core' }],
    },
  ],
  advisory: [{ key: 'GHSA-jfh8-c2jp-5v3q', says: [{ path: 'cve_id', is: LOG4SHELL }] }],
  nvd: [{ key: 'CVE-2024-3094', says: [{ path: 'cve.metrics.cvssMetricV31.*.cvssData.baseScore', is: 10 }] }],
  epss: [{ key: LOG4SHELL, says: [{ path: 'percentile', atLeast: 0.9 }] }],
  kev: [{ key: LOG4SHELL, says: [{ path: 'vendorProject', is: 'Apache' }] }],
  nixpkgs: [{ key: 'issue/990400', says: [{ path: 'labels.*.name', is: '1.severity: security' }] }],
  channels: [{ key: 'nixos-unstable', says: [{ path: 'revision' }] }],
  packages: [{ key: 'nixos-unstable/openssl', says: [{ path: 'pname', is: 'openssl' }] }],
  dependencies: [{ key: 'hello.x86_64-linux', says: [{ path: 'name' }] }],
  metasploit: [
    {
      key: 'exploit/multi/http/log4shell_header_injection',
      says: [{ path: 'references.*', is: LOG4SHELL }],
    },
  ],
  nuclei: [{ key: LOG4SHELL, says: [{ path: 'Info.Severity', is: 'critical' }] }],
  exploitdb: [{ key: '50590', says: [{ path: 'codes', is: LOG4SHELL }] }],
};
