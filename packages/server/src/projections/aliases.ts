import { aliasAssertions } from '@almanac/core/aliases';
import type { VulnerabilityRecord } from '@almanac/core/records';
import type { Projected } from './version.ts';

export interface AliasRow {
  readonly id: string;
  readonly alias: string;
}

/** Only OSV records and advisories assert aliases. */
export function aliasRows({ source, id, aliases }: VulnerabilityRecord): Projected<AliasRow> {
  const rows = aliasAssertions(source, { id, aliases });
  return { rows: rows.map(({ id, alias }) => ({ id, alias })), dropped: 0 };
}
