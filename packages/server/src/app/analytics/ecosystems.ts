import { type CoverageRow, type EcosystemStats, isRead, type SourceStatus } from '@almanac/contract';
import type { Deps } from '../deps.ts';
import { coverageRow } from '../sources/source-states.ts';
import { type ComputedFigures, computedFigures } from './computed.ts';

type State = CoverageRow['state'];

/** The counts as the worker made them, and beside each how its ecosystem stands now. */
export async function ecosystemFigures(
  deps: Pick<Deps, 'databases' | 'sourceStates'>,
): Promise<ComputedFigures<EcosystemStats>> {
  const { data, envelopeFields } = await computedFigures<EcosystemStats>(deps, 'ecosystem-stats');
  const osv = (await deps.sourceStates.read()).get('osv');
  const ecosystems = data.ecosystems.map((counts) => ({ ...counts, state: stateOf(osv, counts.ecosystem) }));
  return { data: { ...data, ecosystems }, envelopeFields };
}

/** A part of OSV may stand still while the others move. */
function stateOf(osv: SourceStatus | undefined, ecosystem: string): State {
  if (osv === undefined) return 'not_covered';
  const { state } = coverageRow(osv);
  if (isRead(state) && osv.partsRead?.includes(ecosystem) === false) return 'not_configured';
  const frozen = osv.parts?.frozen.some(({ part }) => part === ecosystem) ?? false;
  return state === 'ok' && frozen ? 'stale' : state;
}
