import { fields } from './fields.ts';
import type { Projected } from './version.ts';

export interface DependencyRow {
  readonly attribute: string;
  readonly system: string;
  readonly name: string | null;
  readonly same_as: string | null;
  readonly inputs: readonly string[];
  readonly unnamed: number;
}

const MAX_NAME = 500;
/** More than any derivation has. */
const MAX_INPUTS = 20_000;

/** The source has already resolved inputs to attributes (sources/dependencies/record.ts). */
export function dependencyRows(value: unknown): Projected<DependencyRow> {
  const read = fields();
  const attribute = read.text(read.member(value, 'attribute'), MAX_NAME);
  if (attribute === null) return { rows: [], dropped: read.dropped() + 1 };
  const inputs = read.texts(read.member(value, 'inputs'), MAX_NAME, MAX_INPUTS);
  const row: DependencyRow = {
    attribute,
    system: read.text(read.member(value, 'system'), MAX_NAME) ?? '',
    name: read.text(read.member(value, 'name'), MAX_NAME),
    same_as: read.text(read.member(value, 'sameAs'), MAX_NAME),
    inputs: inputs.filter((input) => input !== attribute),
    unnamed: read.number(read.member(value, 'unnamed')) ?? 0,
  };
  return { rows: [row], dropped: read.dropped() };
}
