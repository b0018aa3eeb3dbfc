import type { CoverageRow, SourceId } from '@almanac/contract';
import { EXPLOIT_LISTS } from '@almanac/core/dossier';
import type { CveEvidence } from '../../queries/cve-evidence.ts';
import { coverageRows, type SourceStates } from '../sources/source-states.ts';

/** The sources that are asked about a CVE. */
export const CVE_SOURCES: readonly SourceId[] = ['cve_list_v5', 'osv', 'advisory', 'nvd', 'epss', 'kev', 'nixpkgs'];

/** One row for each source that was consulted, the id service among them where it was asked for this id. With `at` as they were then. */
export async function cveCoverage(
  states: SourceStates,
  { evidence, tracker }: { readonly evidence: Pick<CveEvidence, 'idService'>; readonly tracker: object | null },
  at: Date | null = null,
): Promise<readonly CoverageRow[]> {
  const known = await coverageRows(states, at);
  // What the collection carries is asked where its tracker names the CVE.
  const consulted: readonly SourceId[] = tracker === null ? CVE_SOURCES : [...CVE_SOURCES, 'packages'];
  const rows = consulted.flatMap((id) => known.get(id) ?? []);
  const { idService } = evidence;
  if (idService === null) return rows;
  const reached = idService.outcome !== 'unreachable';
  const checkedAt = reached ? new Date(idService.finishedAt).toISOString() : null;
  return [
    ...rows,
    { source: 'cve_services', state: reached ? 'ok' : 'unreachable', checkedAt, changedAt: null } as const,
  ];
}

/** The lists of exploits, which are asked where an answer judges how far exploitation has come. */
export async function exploitListCoverage(states: SourceStates): Promise<readonly CoverageRow[]> {
  const known = await coverageRows(states, null);
  return EXPLOIT_LISTS.flatMap((id) => known.get(id) ?? []);
}

/** Those whose data is past its time. */
export function staleSources(coverage: readonly CoverageRow[]): ReadonlySet<SourceId> {
  return new Set(coverage.filter(({ state }) => state === 'stale').map(({ source }) => source));
}
