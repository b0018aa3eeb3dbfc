import { SourceId } from '@almanac/contract';
import { z } from 'zod';

/** Something that a record must say. With neither `is` nor `atLeast` there must be something at `path`. */
const Claim = z.strictObject({
  /** Members from the outside in, parted by dots; `*` stands for every element of a list. */
  path: z.string().min(1),
  is: z.union([z.string(), z.number(), z.boolean()]).optional(),
  atLeast: z.number().optional(),
});
export type Claim = z.infer<typeof Claim>;

/** A record that everybody knows. Without it, or when it says something else, the source is ill or we read it wrongly. */
const Canary = z.strictObject({ key: z.string().min(1), says: z.array(Claim).default([]) });
export type Canary = z.output<typeof Canary>;

/** By source. */
export const Canaries = z.partialRecord(SourceId, z.array(Canary));
export type Canaries = z.output<typeof Canaries>;

const LOG4J = 'org.apache.logging.log4j:log4j-core';

/** For the upstreams themselves; a deployment that reads from look-alikes names its own. */
export const USUAL_CANARIES: Canaries = {
  cve_list_v5: ['CVE-2014-0160', 'CVE-2021-44228'].map((key) => ({
    key,
    says: [{ path: 'cveMetadata.state', is: 'PUBLISHED' }],
  })),
  osv: [{ key: 'GHSA-jfh8-c2jp-5v3q', says: [{ path: 'affected.*.package.name', is: LOG4J }] }],
  advisory: [
    {
      key: 'GHSA-jfh8-c2jp-5v3q',
      says: [
        { path: 'cve_id', is: 'CVE-2021-44228' },
        { path: 'vulnerabilities.*.package.name', is: LOG4J },
      ],
    },
  ],
  nvd: [
    {
      key: 'CVE-2021-44228',
      says: [{ path: 'cve.metrics.cvssMetricV31.*.cvssData.baseScore', is: 10 }],
    },
  ],
  epss: [{ key: 'CVE-2021-44228', says: [{ path: 'percentile', atLeast: 0.9 }] }],
  nixpkgs: [{ key: 'issue/300055', says: [{ path: 'labels.*.name', is: '1.severity: security' }] }],
  channels: [{ key: 'nixos-unstable', says: [{ path: 'revision' }] }],
  packages: [{ key: 'nixos-unstable/openssl', says: [{ path: 'pname', is: 'openssl' }] }],
  dependencies: [{ key: 'hello.x86_64-linux', says: [{ path: 'name' }] }],
  metasploit: [
    {
      key: 'exploit/multi/http/log4shell_header_injection',
      says: [{ path: 'references.*', is: 'CVE-2021-44228' }],
    },
  ],
  nuclei: [{ key: 'CVE-2021-44228', says: [{ path: 'Info.Severity', is: 'critical' }] }],
  exploitdb: [{ key: '50592', says: [{ path: 'platform' }] }],
  kev: [{ key: 'CVE-2021-44228', says: [{ path: 'vendorProject', is: 'Apache' }] }],
};
