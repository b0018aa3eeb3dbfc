/** Documents as the contract describes them, for tests of the objects. */

const time = '2026-11-15T08:30:00.000Z';
const hash = 'a3f5'.repeat(16);

export const issue = {
  number: 4711,
  title: 'log4j: CVE-2021-44228',
  url: 'https://tracker.example.org/issues/4711',
  state: 'open',
  severity: 'critical',
  created_at: time,
  updated_at: time,
  labels: [{ name: '1.severity: security', color: 'd93f0b' }],
  cves: ['CVE-2021-44228'],
  packages: ['log4j'],
  hasFixAvailable: true,
  assignees: ['maintainer-1'],
};

export const stats = {
  total: 10,
  bySeverity: { critical: 1, high: 2, medium: 3, low: 0, unknown: 4 },
  withFix: 5,
  assigned: 0,
};

const osvItem = { id: 'GHSA-jfh8-c2jp-5v3q', modified: '2026-01-02T03:04:05Z' };

export const osvOfOneEcosystem = {
  package: 'org.apache.logging.log4j:log4j-core',
  ecosystem: 'Maven',
  version: '2.14.0',
  vulnerabilities: [{ ...osvItem, summary: 'Remote code injection in Log4j', severity: 'critical' }],
};

export const osvByEcosystem = {
  package: 'openssl',
  ecosystem: 'all',
  version: 'any',
  vulnerabilities: { Debian: [osvItem], 'Rocky Linux': [] },
};

export const osvDetails = {
  id: 'GHSA-jfh8-c2jp-5v3q',
  modified: '2026-01-02T03:04:05Z',
  published: '2021-12-10T00:40:56Z',
  summary: 'Remote code injection in Log4j',
  details: 'Logging untrusted data…',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '2.13.0' }, { fixed: '2.15.0' }] }],
    },
  ],
  references: [{ type: 'ADVISORY', url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-44228' }],
  database_specific: { cwe_ids: ['CWE-502'], severity: 'CRITICAL', github_reviewed: true },
};

export const match = {
  cve: 'CVE-2021-44228',
  confidence: 'high',
  source: 'advisory',
  severity: 'critical',
  title: 'Remote code injection in Log4j',
  affectedVersions: '>= 2.13.0, < 2.15.0',
  fixedIn: '2.15.0',
  references: ['https://logging.apache.org/log4j/2.x/security.html'],
};

export const vulns = { package: 'log4j-core', version: '2.14.0', matches: [match], osvMatches: { Maven: 1 } };

export const versions = {
  package: 'nginx',
  repositories: [
    { repo: 'nix_unstable', version: '1.27.3', status: 'newest' },
    { repo: 'debian_11', version: '1.18.0', status: 'vulnerable', upstreamStatus: 'legacy' },
  ],
  latestVersion: '1.27.3',
  summary: { totalRepos: 2, newest: 1, outdated: 0, vulnerable: 1 },
};

export const kev = {
  vendorProject: 'Apache',
  product: 'Log4j2',
  vulnerabilityName: 'Apache Log4j2 Remote Code Execution Vulnerability',
  dateAdded: '2021-12-10',
  dueDate: '2021-12-24',
  requiredAction: 'Apply updates per vendor instructions.',
  knownRansomwareCampaignUse: 'Known',
};

export const lookup = {
  primary: {
    id: 'CVE-2021-44228',
    description: 'Apache Log4j2 JNDI features…',
    severity: 'CRITICAL',
    cvss: 10,
    published: '2021-12-10T00:00:00.000Z',
    modified: time,
    references: ['https://logging.apache.org/log4j/2.x/security.html'],
    affected: [{ vendor: 'Apache', product: 'Log4j2', versions: [{ version: '2.0', lessThan: '2.15.0' }] }],
  },
  advisory: { advisoryId: 'GHSA-jfh8-c2jp-5v3q', severity: 'critical', summary: 'Remote code injection in Log4j' },
  osv: { id: 'GHSA-jfh8-c2jp-5v3q', aliases: ['CVE-2021-44228'], severity: osvDetails.severity },
  nixpkgs: { issues: [issue], packages: [] },
  sources: { cve_list_v5: {}, advisory: {}, osv: {}, nixpkgs: {} },
  epss: { epss: 0.94358, percentile: 0.99957 },
  kev,
};

export const integrity = {
  sources: { cve_list_v5: hash, osv: hash },
  primaryHash: hash,
  fetchedAt: time,
  indexed: { cve_list_v5: { sha256: hash, observedAt: time } },
};

export const unpublishedBeside = {
  status: {
    type: 'UNPUBLISHED',
    label: 'Awaiting publication',
    note: 'The id is in the delta feed.',
    confidence: 'medium',
  },
  quality: { score: 0, grade: 'F', missingFields: ['description', 'cvss'] },
};

const dossierUrl = 'https://almanac.example.org/api/v1/cve/CVE-2021-44228/dossier';

export const dossier = {
  canonical: {
    id: 'CVE-2021-44228',
    severity: 'critical',
    cvssScore: 10,
    affectedPackages: [{ ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' }],
    epss: { epss: 0.94358, percentile: 0.99957 },
    kev,
    availability: 'published',
  },
  sources: { cve_list_v5: { anything: ['at', 'all'] } },
  provenance: [
    {
      source: 'cve_list_v5',
      record: 'CVE-2021-44228',
      url: 'https://example.org/CVE-2021-44228.json',
      sha256: hash,
      observedAt: time,
      fetchedAt: time,
    },
  ],
  quality: {
    score: 92,
    grade: 'A',
    completeness: 0.95,
    missingFields: [],
    conflicts: [
      {
        code: 'SEVERITY_DISAGREES',
        field: 'severity',
        values: [
          { source: 'nvd', value: 'critical' },
          { source: 'advisory', value: 'high' },
        ],
        chosen: 'critical',
        rule: 'worst',
      },
    ],
  },
  agentHints: {
    recommendedActions: [{ action: 'upgrade', reason: 'A fixed version is known.', target: '2.15.0' }],
    knownFixedVersions: ['2.15.0'],
    needsIngest: false,
    needsTriage: false,
    safeForAutomation: true,
  },
  ingest: { lastIngestedAt: time, sourcesChecked: ['cve_list_v5'], dossierUrl },
  links: {
    html: 'https://almanac.example.org/CVE-2021-44228',
    api: 'https://almanac.example.org/api/v1/cve/CVE-2021-44228',
    dossier: dossierUrl,
  },
  lookup: { success: true, data: lookup, timestamp: time },
};

export const dossierSummary = { id: 'CVE-2021-44228', availability: 'published', dossierUrl };
