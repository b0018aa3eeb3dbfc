import { type Fields, fieldsOf, listOf } from '../feed/record-feed.ts';

export interface AdvisoryKeys {
  readonly type: string;
  readonly severity: string;
  readonly cve: string | null;
  readonly published: number;
  readonly updated: number;
  readonly withdrawn: boolean;
  readonly ecosystems: readonly string[];
  readonly packages: readonly string[];
  readonly cwes: readonly string[];
  readonly epssPercentage: number;
  readonly epssPercentile: number;
}

export function advisoryKeys(advisory: Fields): AdvisoryKeys {
  const packages = listOf(advisory['vulnerabilities']).map((each) => fieldsOf(fieldsOf(each)['package']));
  const epss = fieldsOf(advisory['epss']);
  return {
    type: String(advisory['type']),
    severity: String(advisory['severity']),
    cve: typeof advisory['cve_id'] === 'string' ? advisory['cve_id'] : null,
    published: Date.parse(String(advisory['published_at'])),
    updated: Date.parse(String(advisory['updated_at'])),
    withdrawn: typeof advisory['withdrawn_at'] === 'string',
    ecosystems: packages.map(({ ecosystem }) => String(ecosystem)),
    packages: packages.map(({ name }) => String(name)),
    cwes: listOf(advisory['cwes']).map((each) => String(fieldsOf(each)['cwe_id'])),
    epssPercentage: Number(epss['percentage'] ?? 0),
    epssPercentile: Number(epss['percentile'] ?? 0),
  };
}
