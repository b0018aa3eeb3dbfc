import { normaliseCveId, type SeverityClaim } from '@almanac/core';
import { type Fields, fields } from '../../src/projections/fields.ts';
import { MAX_VECTOR, type SeverityColumns, severityColumns } from '../../src/projections/severity.ts';
import type { Projected, ProjectedVersion } from '../../src/projections/version.ts';

export interface NvdRow extends SeverityColumns {
  readonly cve_id: string;
  readonly status: string | null;
  readonly published: Date | null;
  readonly modified: Date | null;
}

const METRICS = ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'] as const;

/** A record of the NVD API 2.0, bare or wrapped in `{ cve }`. */
export function nvdRows(value: unknown, { key }: Pick<ProjectedVersion, 'key'>): Projected<NvdRow> {
  if (normaliseCveId(key) !== key) return { rows: [], dropped: 1 };
  const read = fields();
  const cve = read.member(value, 'cve') ?? value;
  const row: NvdRow = {
    cve_id: key,
    status: read.text(read.member(cve, 'vulnStatus'), 40),
    published: read.instant(read.member(cve, 'published')),
    modified: read.instant(read.member(cve, 'lastModified')),
    ...severityColumns(severityClaims(read, read.member(cve, 'metrics'))),
  };
  return { rows: [row], dropped: read.dropped() };
}

/** NVD's own scores alone: those it copies from the assigner stand in the CVE list, under their author's name. */
function severityClaims(read: Fields, metrics: unknown): SeverityClaim[] {
  return METRICS.flatMap((version) =>
    read.list(read.member(metrics, version)).flatMap((metric): SeverityClaim[] => {
      if (read.text(read.member(metric, 'source'), 100) !== 'nvd@nist.gov') return [];
      const data = read.member(metric, 'cvssData');
      const vector = read.text(read.member(data, 'vectorString'), MAX_VECTOR);
      const score = read.number(read.member(data, 'baseScore'));
      // Version 2 has the word outside of its data.
      const word = read.text(read.member(data, 'baseSeverity') ?? read.member(metric, 'baseSeverity'), 20);
      return [{ origin: 'nvd', source: 'nvd', vector, score, word }];
    }),
  );
}
