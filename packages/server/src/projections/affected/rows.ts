import { isUnsaid } from '@almanac/core/names';
import { type Assertion, packAssertion } from '@almanac/core/ranges';
import type { VulnerabilityRecord } from '@almanac/core/records';
import { type PackageKey, packageKey, productKey } from '../package-name.ts';
import { type Projected, sourceNumber } from '../version.ts';

export interface AffectedRow {
  readonly package: PackageKey;
  readonly source: number;
  readonly withdrawn: boolean;
  readonly claims: string;
}

/** One row per package or product that a record names. Equal rows are merged. */
export function affectedRows({ source, statements }: VulnerabilityRecord): Projected<AffectedRow> {
  const rows = new Map<string, AffectedRow>();
  let nameless = 0;
  for (const statement of statements) {
    const known = getKey(statement);
    if (known === null) {
      nameless += 1;
      continue;
    }
    const claims = packAssertion(statement, known);
    const { withdrawn } = statement;
    const identity = JSON.stringify([known.ecosystem, known.release, known.vendor, known.name, withdrawn, claims]);
    if (rows.has(identity)) continue;
    rows.set(identity, { package: known, source: sourceNumber(source), withdrawn, claims });
  }
  return { rows: [...rows.values()], dropped: nameless };
}

/** Null for subjects that nobody can look up: commit ranges without a package, a product called `n/a`. */
function getKey({ subject }: Assertion): PackageKey | null {
  const { ecosystem, vendor, name } = subject;
  const key = ecosystem === null ? productKey(vendor, name) : packageKey(ecosystem, name);
  const isNameless = ecosystem === null ? isUnsaid(name) : name === '';
  return isNameless || key.name === '' || key.ecosystem === '' ? null : key;
}
