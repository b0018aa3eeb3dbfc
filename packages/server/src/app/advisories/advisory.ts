import type { GhsaAdvisory } from '@almanac/contract';
import { normaliseCveId } from '@almanac/core/ids';
import { ADVISORY_ECOSYSTEM_NAMES } from '@almanac/core/ranges';
import { z } from 'zod';
import type { GhsaRow } from '../../queries/ghsa.ts';

/** One row of the list: what is indexed of an advisory, and what its record says of packages. */
export function ghsaAdvisory(row: GhsaRow, document: Uint8Array | null): GhsaAdvisory {
  const { cve_id, vulnerabilities } = recordOf(document);
  const { score, vector, cvssVersion, severity } = row;
  return {
    ghsaId: row.id,
    cveId: cve_id === null ? null : normaliseCveId(cve_id),
    type: row.type,
    severity: severity === null || severity === 'none' ? 'unknown' : severity,
    cvss: score === null ? null : { score: Math.round(score * 10) / 10, vector, version: cvssVersion },
    summary: row.summary,
    cwes: row.cwes.map((cwe) => `CWE-${cwe}`),
    vulnerabilities: vulnerabilities.slice(0, MOST),
    published: row.published?.toISOString() ?? null,
    updated: row.modified?.toISOString() ?? null,
    withdrawn: row.withdrawn?.toISOString() ?? null,
    url: `https://github.com/advisories/${row.id}`,
    observedAt: row.observedAt.toISOString(),
    sha256: row.sha256,
  };
}

const MOST = 100;

type Vulnerability = GhsaAdvisory['vulnerabilities'][number];

/** Whatever is not as it should be is left out: the record itself stays to be read at its hash. */
const Text = z.string().trim().min(1).nullable().catch(null);
const Affected = z.object({
  package: z.object({ ecosystem: Text, name: z.string().min(1) }),
  vulnerable_version_range: Text,
  first_patched_version: z
    .union([Text, z.object({ identifier: Text }).transform(({ identifier }) => identifier)])
    .catch(null),
});
const Record = z.object({
  cve_id: Text.default(null),
  vulnerabilities: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => vulnerabilityOf(one) ?? [])),
});

function vulnerabilityOf(value: unknown): Vulnerability | null {
  const { data, success } = Affected.safeParse(value);
  if (!success) return null;
  const { ecosystem, name } = data.package;
  return {
    ecosystem: ecosystem === null ? null : (ADVISORY_ECOSYSTEM_NAMES.get(ecosystem.toLowerCase()) ?? ecosystem),
    name,
    range: data.vulnerable_version_range,
    firstPatched: data.first_patched_version,
  };
}

function recordOf(document: Uint8Array | null): z.output<typeof Record> {
  const nothing = { cve_id: null, vulnerabilities: [] };
  if (document === null) return nothing;
  try {
    return Record.parse(JSON.parse(Buffer.from(document).toString()));
  } catch {
    return nothing;
  }
}
