import { parseCweId } from '@almanac/core/ids';
import type { VulnerabilityRecord } from '@almanac/core/records';
import type { Projected } from './version.ts';

export interface WeaknessRow {
  readonly id: string;
  readonly cwe: number;
}

const MAX_WEAKNESSES = 200;

/** Lists each weakness once. */
export function weaknessRows({ id, weaknesses }: VulnerabilityRecord): Projected<WeaknessRow> {
  const numbers = new Set(weaknesses.flatMap(({ cwes }) => cwes.map(parseCweId)).filter((cwe) => cwe !== null));
  const rows = [...numbers].sort((a, b) => a - b).slice(0, MAX_WEAKNESSES);
  return { rows: rows.map((cwe) => ({ id, cwe })), dropped: 0 };
}
