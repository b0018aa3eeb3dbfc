import { normaliseCveId } from '@almanac/core/ids';
import type { VulnerabilityRecord } from '@almanac/core/records';
import { kevRows } from './kev.ts';
import { isStorableId, listEcosystems, toDate } from './record-columns.ts';
import { searchLabels } from './search-labels.ts';
import { severityColumns } from './severity.ts';
import { clean } from './text.ts';
import type { Projected } from './version.ts';
import { weaknessRows } from './weakness.ts';

export interface SearchRow {
  readonly id: string;
  readonly cve_id: string | null;
  readonly published: Date | null;
  readonly severity: string | null;
  readonly score: number | null;
  readonly withdrawn: boolean;
  readonly ids: string;
  readonly names: string;
  readonly title: string;
  readonly prose: string;
  readonly labels: readonly string[];
  /** Null if there is a title. */
  readonly excerpt: string | null;
}

const MAX_NAMES = 300;
const MAX_NAME = 200;
const MAX_EXCERPT = 300;

export function searchRows(record: VulnerabilityRecord): Projected<SearchRow> {
  const { id, source, aliases, state } = record;
  const ofCveList = source === 'cve_list_v5';
  const isCve = ofCveList || source === 'nvd';
  if (isCve ? normaliseCveId(id) !== id : !isStorableId(id)) return { rows: [], dropped: 1 };
  // NVD's configurations name platforms and hardware as well, often by the hundred.
  const { vendors, products } = source === 'nvd' ? { vendors: [], products: [] } : listNames(record);
  const { severity, score } = severityColumns(record.severities);
  const published = toDate(record.published);
  const prose = record.description ?? record.rejectedReason ?? '';
  const row: SearchRow = {
    id,
    cve_id: [id, ...aliases].map(normaliseCveId).find((cve) => cve !== null) ?? null,
    published,
    severity,
    score,
    withdrawn: state === 'withdrawn',
    ids: [id, ...aliases].join(' '),
    names: namesInWords([...vendors, ...products]),
    title: record.title ?? '',
    prose,
    labels: searchLabels({
      published,
      vendors,
      products,
      weaknesses: weaknessRows(record).rows,
      ecosystems: isCve ? [] : listEcosystems(record),
      type: record.type,
    }),
    // The CVE list's description is stored elsewhere.
    excerpt: !ofCveList && record.title === null && prose !== '' ? clean(prose, MAX_EXCERPT) : null,
  };
  return { rows: [row], dropped: 0 };
}

/** Makes CVEs searchable that only KEV knows. */
export function kevSearchRows(value: unknown): Projected<SearchRow> {
  const { rows, dropped } = kevRows(value);
  return {
    rows: rows.map((row) => ({
      id: row.cve_id,
      cve_id: row.cve_id,
      published: null,
      severity: null,
      score: null,
      withdrawn: false,
      ids: row.cve_id,
      names: namesInWords([row.vendor_project, row.product]),
      title: row.vulnerability_name,
      prose: row.short_description,
      labels: searchLabels({ vendors: [row.vendor_project], products: [row.product], weaknesses: [] }),
      excerpt: clean(row.short_description, MAX_EXCERPT),
    })),
    dropped,
  };
}

function listNames({ statements }: VulnerabilityRecord): { vendors: string[]; products: string[] } {
  return {
    vendors: distinct(statements.map(({ subject }) => subject.vendor)),
    products: distinct(statements.flatMap(({ subject, product }) => [product, subject.name])),
  };
}

function distinct(names: readonly (string | null | undefined)[]): string[] {
  return [...new Set(names.map((name) => clean(name ?? '', MAX_NAME)))].filter((name) => name !== '');
}

/** Adds the parts of names: people search `org.apache.logging.log4j:log4j-core` as `log4j`. */
function namesInWords(names: readonly string[]): string {
  const distinct = [...new Set(names.filter((name) => name !== 'n/a'))].slice(0, MAX_NAMES);
  return distinct.flatMap((name) => [name, name.replaceAll(/[/:._@-]/g, ' ')]).join(' \n');
}
