import type { SourceId } from '@almanac/contract';
import { aliasAssertions } from '@almanac/core';
import { fields } from '../../src/projections/fields.ts';
import type { Projected, ProjectedVersion } from '../../src/projections/version.ts';
import { aliasesOf } from './advisory-form.ts';

export interface AliasRow {
  readonly id: string;
  readonly alias: string;
}

/** What an OSV record or an advisory asserts. Records of the CVE list and of NVD have no such member. */
export function aliasRows(
  source: SourceId,
  value: unknown,
  { key }: Pick<ProjectedVersion, 'key'>,
): Projected<AliasRow> {
  const read = fields();
  const rows = aliasAssertions(source, { id: key, aliases: aliasesOf(read, value) });
  return { rows: rows.map(({ id, alias }) => ({ id, alias })), dropped: read.dropped() };
}
