import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { CveIdInput } from '../objects/cve-id-input.ts';
import { CveLookup, CveLookupBeside } from '../objects/cve-lookup.ts';
import { Sha256 } from '../objects/sha256.ts';

const FIVE_MINUTES = 300;

/** Spec 2.8 and 4.7. Even cached responses contain `integrity` and the time of the request. */
export const getCve = endpoint({
  id: 'getCve',
  method: 'GET',
  path: '/cve/:id',
  area: 'cve',
  summary: 'Look up a CVE in all sources',
  params: z.object({ id: CveIdInput }),
  data: CveLookup,
  envelopeFields: CveLookupBeside.extend(Coverage.shape),
  cache: FIVE_MINUTES,
  rate: 'general',
  errors: ['CVE_INVALID_ID', 'CVE_UNKNOWN', 'UPSTREAM_UNAVAILABLE'],
  example: {
    primary: {
      id: 'CVE-2024-3094',
      description: 'Malicious code was discovered in the upstream tarballs of xz, starting with version 5.6.0.',
      severity: 'CRITICAL',
      cvss: 10,
      published: '2024-03-29T16:51:12.588Z',
      modified: '2025-02-06T08:24:40.000Z',
      references: ['https://www.openwall.com/lists/oss-security/2024/03/29/4'],
      affected: [{ vendor: 'tukaani', product: 'xz', versions: ['5.6.0', '5.6.1'] }],
    },
    sources: { cve_list_v5: { dataType: 'CVE_RECORD' } },
    epss: { epss: 0.85, percentile: 0.99 },
  },
  exampleEnvelopeFields: {
    integrity: {
      sources: { cve_list_v5: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      primaryHash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
      fetchedAt: '2026-11-15T08:23:00.000Z',
    },
    sourceUrl: 'https://github.com/CVEProject/cvelistV5/blob/main/cves/2024/3xxx/CVE-2024-3094.json',
    coverage: [
      {
        source: 'cve_list_v5',
        state: 'ok',
        checkedAt: '2026-11-15T08:23:00.000Z',
        changedAt: '2026-11-15T08:13:00.000Z',
      },
    ],
    asOf: '2026-11-15T08:23:00.000Z',
  },
});

export const getEvidence = endpoint({
  id: 'getEvidence',
  method: 'GET',
  path: '/evidence/:sha256',
  area: 'cve',
  summary: 'Get a source document by its SHA-256',
  params: z.object({ sha256: Sha256 }),
  data: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  unwrapped: true,
  media: 'application/octet-stream',
  cache: 31_536_000,
  rate: 'general',
  errors: ['EVIDENCE_UNKNOWN'],
  example: new Uint8Array(),
});
