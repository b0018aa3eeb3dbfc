import type { SourceId } from '@almanac/contract';
import { parseCweId } from '@almanac/core';
import { type Fields, fields } from '../../src/projections/fields.ts';
import type { Projected, ProjectedVersion } from '../../src/projections/version.ts';
import { containersOf } from './cve-metrics.ts';

export interface WeaknessRow {
  readonly id: string;
  readonly cwe: number;
}

const MAX_WEAKNESSES = 200;

/** The weaknesses that a record of any source names, each once. */
export function weaknessRows(
  source: SourceId,
  value: unknown,
  { key }: Pick<ProjectedVersion, 'key'>,
): Projected<WeaknessRow> {
  const read = fields();
  const named = READERS[source]?.(read, value) ?? [];
  const numbers = new Set(named.map(cweOf).filter((cwe) => cwe !== null));
  const rows = [...numbers].sort((a, b) => a - b).slice(0, MAX_WEAKNESSES);
  return { rows: rows.map((cwe) => ({ id: key, cwe })), dropped: read.dropped() };
}

const READERS: Partial<Record<SourceId, (read: Fields, value: unknown) => (string | null)[]>> = {
  cve_list_v5: (read, value) =>
    containersOf(read, value)
      .flatMap(({ container }) => read.list(read.member(container, 'problemTypes')))
      .flatMap((problem) => read.list(read.member(problem, 'descriptions')))
      .flatMap((described) => [
        read.text(read.member(described, 'cweId'), 40),
        read.text(read.member(described, 'description'), 40),
      ]),
  nvd: (read, value) =>
    read
      .list(read.member(read.member(value, 'cve') ?? value, 'weaknesses'))
      .flatMap((weakness) => read.list(read.member(weakness, 'description')))
      .map((described) => read.text(read.member(described, 'value'), 40)),
  osv: (read, value) => ofOsv(read, value),
  advisory: (read, value) => [
    ...read.list(read.member(value, 'cwes')).map((cwe) => read.text(read.member(cwe, 'cwe_id'), 40)),
    ...ofOsv(read, value),
  ],
};

/** OSV has no member for them; GitHub, the malicious packages and curl each put them elsewhere. */
function ofOsv(read: Fields, value: unknown): (string | null)[] {
  const own = read.member(value, 'database_specific');
  const withPackages = read
    .list(read.member(value, 'affected'))
    .flatMap((affected) => read.list(read.member(read.member(affected, 'database_specific'), 'cwes')));
  return [
    ...read.texts(read.member(own, 'cwe_ids'), 40, MAX_WEAKNESSES),
    ...withPackages.map((cwe) => read.text(read.member(cwe, 'cweId'), 40)),
    read.text(read.member(read.member(own, 'CWE'), 'id'), 40),
  ];
}

/** `CWE-79`, and `CWE-79 Cross-site Scripting` where there is only prose. */
function cweOf(text: string | null): number | null {
  const [, id] = /^(CWE-\d{1,6})(?!\d)/i.exec(text ?? '') ?? [];
  return id === undefined ? null : parseCweId(id);
}
