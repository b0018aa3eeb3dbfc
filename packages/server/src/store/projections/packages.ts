import { sql } from 'kysely';
import type { PackageKey } from '../../projections/package-name.ts';
import type { Transaction } from '../database.ts';
import { unnestRows } from './unnest-rows.ts';

const COLUMNS = { ecosystem: 'text', release: 'text', vendor: 'text', name: 'text' } as const;

/** The numbers of packages, new ones where there were none, by `packageText`. */
export async function packageIds(trx: Transaction, keys: Iterable<PackageKey>): Promise<Map<string, number>> {
  const distinct = new Map([...keys].map((key) => [packageText(key), key]));
  const ids = new Map<string, number>();
  await find([...distinct.values()]);
  const missing = [...distinct].filter(([text]) => !ids.has(text));
  if (missing.length > 0) {
    // In one order everywhere: two transactions that add the same names then wait for each other, but never in a circle.
    const sorted = missing.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
    await sql`
      insert into package (ecosystem, release, vendor, name)
      select ecosystem, release, vendor, name from ${unnestRows(sorted, COLUMNS)}
      on conflict do nothing`.execute(trx);
    // A statement of its own: only that sees what another transaction has added meanwhile.
    await find(sorted);
  }
  return ids;

  async function find(wanted: readonly PackageKey[]): Promise<void> {
    const { rows } = await sql<PackageKey & { id: number }>`
      select package.* from ${unnestRows(wanted, COLUMNS)}
      join package on package.name = given.name and package.ecosystem is not distinct from given.ecosystem
        and package.release is not distinct from given.release and package.vendor is not distinct from given.vendor
      `.execute(trx);
    for (const row of rows) ids.set(packageText(row), row.id);
  }
}

export function packageText({ ecosystem, release, vendor, name }: PackageKey): string {
  return JSON.stringify([name, ecosystem, release, vendor]);
}
