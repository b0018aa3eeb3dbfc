import type { SourceId } from '@almanac/contract';
import { normaliseCveId } from '@almanac/core';
import { type Fields, fields } from '../../src/projections/fields.ts';
import { searchLabels } from '../../src/projections/search-labels.ts';
import { clean } from '../../src/projections/text.ts';
import type { Projected, ProjectedVersion } from '../../src/projections/version.ts';
import { advisoryRows } from './advisory.ts';
import { aliasesOf, isRestForm } from './advisory-form.ts';
import { cveRows } from './cve.ts';
import { containersOf } from './cve-metrics.ts';
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
  return source === 'cve_list_v5' ? ofCve(value, version) : ofAdvisory(source, value, version);
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
