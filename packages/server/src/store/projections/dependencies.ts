import { type DependencyRow, dependencyRows } from '../../projections/dependencies.ts';
import type { Transaction } from '../database.ts';
import { attributeIds } from './attributes.ts';
import type { RowChange } from './change.ts';
import { type CurrentTable, writeCurrentRows } from './current-rows.ts';
import { defineProjection } from './define-projection.ts';

interface StoredDependency extends Pick<DependencyRow, 'system' | 'name' | 'unnamed'> {
  readonly attribute_id: number;
  readonly same_as: number | null;
  readonly inputs: readonly number[];
}

const TABLE: CurrentTable<StoredDependency> = {
  table: 'dependency',
  columns: {
    attribute_id: 'integer',
    system: 'text',
    name: 'text or null',
    same_as: 'integer or null',
    inputs: 'integer[]',
    unnamed: 'integer',
  },
};

export const dependenciesProjection = defineProjection({
  name: 'dependencies',
  version: 1,
  sources: ['dependencies'],
  tables: ['dependency'],
  present: true,
  rows: ({ value }) => dependencyRows(value),
  write: writeDependencies,
});

/** Writes current dependencies by attribute number. */
async function writeDependencies(trx: Transaction, changes: readonly RowChange<DependencyRow>[]): Promise<void> {
  const said = changes.flatMap(({ rows }) => rows);
  const names = new Set(said.map(({ attribute }) => attribute));
  for (const { same_as, inputs } of said) {
    if (same_as !== null) names.add(same_as);
    for (const input of inputs) names.add(input);
  }
  const ids = await attributeIds(trx, names);
  const idOf = (name: string) => ids.get(name) ?? 0;
  const stored = changes.map(({ version, rows }) => ({
    version,
    rows: rows.map(({ attribute, system, name, unnamed, same_as, inputs }) => ({
      system,
      name,
      unnamed,
      attribute_id: idOf(attribute),
      same_as: same_as === null ? null : idOf(same_as),
      inputs: inputs.map(idOf),
    })),
  }));
  await writeCurrentRows(trx, TABLE, stored);
}
