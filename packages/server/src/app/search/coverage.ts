import type { Coverage, SourceId } from '@almanac/contract';
import { asOf, coverageRow, type SourceStates } from '../sources/source-states.ts';

/** What stands beside an answer that speaks of many vulnerabilities: a row for each of the sources it is made from. */
export async function coverageOf(states: SourceStates, sources: readonly SourceId[]): Promise<Coverage> {
  const known = await states.read();
  const coverage = sources.flatMap((id) => {
    const source = known.get(id);
    return source === undefined ? [] : [coverageRow(source)];
  });
  return { coverage, asOf: asOf(coverage) };
}
