import type { SourceId } from '@almanac/contract';
import { normaliseCveId } from '@almanac/core';
import { advisoryRows } from './advisory.ts';
import { aliasesOf, isRestForm } from './advisory-form.ts';
import { cveRows } from './cve.ts';
import { containersOf } from './cve-metrics.ts';
import { type Fields, fields } from './fields.ts';
import { kevRows } from './kev-entry.ts';
import { nvdRows } from './nvd.ts';
import { searchLabels } from './search-labels.ts';
import { clean } from './text.ts';
import type { Projected, ProjectedVersion } from './version.ts';
import { weaknessRows } from './weakness.ts';

/** The words of a record by what they are, and what search filters by. */
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
  /** What is filtered by: see `searchLabels`. */
  readonly labels: readonly string[];
  /** The beginning of the prose, where there is no title. */
  readonly excerpt: string | null;
}

const MAX_NAMES = 300;
const MAX_PROSE = 20_000;
const MAX_EXCERPT = 300;

export function searchRows(
  source: SourceId,
  value: unknown,
  version: Pick<ProjectedVersion, 'key'>,
): Projected<SearchRow> {
  if (source === 'cve_list_v5') return ofCve(value, version);
  if (source === 'nvd') return ofNvd(value, version);
  return source === 'kev' ? ofKev(value) : ofAdvisory(source, value, version);
}

function ofCve(value: unknown, version: Pick<ProjectedVersion, 'key'>): Projected<SearchRow> {
  const { rows, dropped } = cveRows(value, version);
  const read = fields();
  const affected = containersOf(read, value).flatMap(({ container }) => read.list(read.member(container, 'affected')));
  const named = (key: string) => affected.map((product) => read.text(read.member(product, key), 200));
  const [vendors, products] = [named('vendor'), [...named('product'), ...named('packageName')]];
  const labels = searchLabels({ vendors, products, weaknesses: weaknessRows('cve_list_v5', value, version).rows });
  return {
    rows: rows.map((row) => ({
      id: row.cve_id,
      cve_id: row.cve_id,
      published: row.published,
      severity: row.severity,
      score: row.score,
      withdrawn: row.state === 'REJECTED',
      ids: row.cve_id,
      names: namesInWords([...vendors, ...products]),
      title: row.title ?? '',
      prose: row.description ?? row.rejected_reason ?? '',
      labels,
      excerpt: null, // the description is at hand
    })),
    dropped,
  };
}

/** A CVE that NVD has and the CVE list lacks, or is read later, is found by the same words. */
function ofNvd(value: unknown, version: Pick<ProjectedVersion, 'key'>): Projected<SearchRow> {
  const { rows, dropped } = nvdRows(value, version);
  const read = fields();
  const cve = read.member(value, 'cve') ?? value;
  const descriptions = read.list(read.member(cve, 'descriptions'));
  const english = descriptions.find((one) => read.member(one, 'lang') === 'en') ?? descriptions[0];
  const prose = read.text(read.member(english, 'value'), MAX_PROSE);
  const weaknesses = weaknessRows('nvd', value, version).rows;
  return {
    rows: rows.map((row) => ({
      id: row.cve_id,
      cve_id: row.cve_id,
      published: row.published,
      severity: row.severity,
      score: row.score,
      withdrawn: row.status?.toLowerCase() === 'rejected',
      ids: row.cve_id,
      names: '',
      title: '',
      prose: prose ?? '',
      labels: searchLabels({ products: [], weaknesses }),
      excerpt: prose === null ? null : clean(prose, MAX_EXCERPT),
    })),
    dropped,
  };
}

function ofKev(value: unknown): Projected<SearchRow> {
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

function ofAdvisory(source: SourceId, value: unknown, version: Pick<ProjectedVersion, 'key'>): Projected<SearchRow> {
  const { rows, dropped } = advisoryRows(source, value, version);
  const read = fields();
  const aliases = aliasesOf(read, value);
  const prose = read.text(read.member(value, isRestForm(read, value) ? 'description' : 'details'), MAX_PROSE);
  const products = packagesOf(read, value);
  const weaknesses = weaknessRows(source, value, version).rows;
  return {
    rows: rows.map((row) => ({
      id: row.id,
      cve_id: [row.id, ...aliases].map(normaliseCveId).find((id) => id !== null) ?? null,
      published: row.published,
      severity: row.severity,
      score: row.score,
      withdrawn: row.withdrawn !== null,
      ids: [row.id, ...aliases].join(' '),
      names: namesInWords(products),
      title: row.summary ?? '',
      prose: prose ?? '',
      labels: searchLabels({ products, weaknesses, ecosystems: row.ecosystems, type: row.type }),
      excerpt: row.summary === null && prose !== null ? clean(prose, MAX_EXCERPT) : null,
    })),
    dropped,
  };
}

function packagesOf(read: Fields, value: unknown): (string | null)[] {
  const key = isRestForm(read, value) ? 'vulnerabilities' : 'affected';
  return read
    .list(read.member(value, key))
    .map((affected) => read.text(read.member(read.member(affected, 'package'), 'name'), 200));
}

/** Whole and in parts: `org.apache.logging.log4j:log4j-core` is looked for as `log4j`, too. */
function namesInWords(names: readonly (string | null)[]): string {
  const distinct = [...new Set(names.filter((name) => name !== null && name !== 'n/a'))].slice(0, MAX_NAMES);
  return distinct.flatMap((name) => [name, (name ?? '').replaceAll(/[/:._@-]/g, ' ')]).join(' \n');
}
