import { type Coverage, type CoverageRow, isRead, type SourceId, type SourceStatus } from '@almanac/contract';
import type { MatchFacts } from '@almanac/core/matching';
import { ADVISORY_ECOSYSTEMS, namesRelease } from '@almanac/core/ranges';
import { RECORD_SOURCES } from '@almanac/core/records';
import { schemeOf } from '@almanac/core/versions';
import { asOf, coverageRow, type SourceStates } from '../sources/source-states.ts';

export interface PackageCoverage extends Coverage {
  /** Sources in state `ok` that cover every ecosystem asked for: their silence about a package that they know means something. */
  readonly vouching: ReadonlySet<SourceId>;
}

interface Consulted {
  readonly sourceStates: SourceStates;
}

/**
 * How the sources stand that are asked about a package. `ecosystems` is where the package is looked up: null where that is
 * none that anybody covers, left out where a name is looked up everywhere. With `at` as they were at that instant.
 */
export async function packageCoverage(
  { sourceStates }: Consulted,
  sources: readonly SourceId[],
  ecosystems?: string | readonly string[] | null,
  at: Date | null = null,
): Promise<PackageCoverage> {
  const stateOf = await statesOf(sourceStates, at);
  const bases = ecosystems == null ? [] : [ecosystems].flat().map((ecosystem) => schemeOf(ecosystem).base);
  const listed = bases.length === 0 ? null : await sourceStates.osvEcosystems();
  const missing = await findMissingReleases(sourceStates, ecosystems == null ? [] : [ecosystems].flat());
  const vouching = new Set<SourceId>();
  const coverage = sources.flatMap((id): CoverageRow[] => {
    const source = stateOf(id);
    if (source === undefined) return [];
    const { row, parts, partsRead } = source;
    if (ecosystems === undefined) {
      if (row.state === 'ok') vouching.add(id);
      return [row];
    }
    const isChosen = (base: string) => partsRead?.includes(base) ?? true;
    const isMissing = (base: string) => id === 'osv' && missing.has(base);
    const covered = bases.filter((base) => isChosen(base) && !isMissing(base) && covers(id, base, listed));
    if (covered.length === 0) {
      const unchosen = bases.some((base) => !isChosen(base) && schemeOf(base).known);
      return [isRead(row.state) ? { ...row, state: unchosen ? 'not_configured' : 'not_covered' } : row];
    }
    // The source is read while this ecosystem of it stands still: what is new there is not known.
    const moving = covered.filter((base) => !isFrozen(parts, base));
    if (row.state === 'ok' && moving.length === bases.length) vouching.add(id);
    return [row.state === 'ok' && moving.length === 0 ? { ...row, state: 'stale' } : row];
  });
  return { coverage, asOf: asOf(coverage.filter(({ state }) => state !== 'not_covered')), vouching };
}

/** The distributions of which a release is asked for that no record names: that it has none of a package says nothing. */
async function findMissingReleases(states: SourceStates, ecosystems: readonly string[]): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const ecosystem of ecosystems) {
    if (namesRelease(ecosystem) && !(await states.isReleaseRecorded(ecosystem))) missing.add(schemeOf(ecosystem).base);
  }
  return missing;
}

/** The state of the sources of records for each of these ecosystems. */
export async function statesByEcosystem(
  deps: Consulted,
  ecosystems: Iterable<string>,
  at: Date | null = null,
): Promise<ReadonlyMap<string, MatchFacts['sources']>> {
  const states = new Map<string, MatchFacts['sources']>();
  for (const ecosystem of new Set(ecosystems)) {
    const { coverage } = await packageCoverage(deps, RECORD_SOURCES, ecosystem, at);
    states.set(ecosystem, consultedSources(deps, coverage));
  }
  return states;
}

/** Returns the envelope's notice, which only data that is a selection has. */
export function noticeOf({ sourceStates: { selection } }: Consulted): { readonly notice?: string } {
  return selection === null ? {} : { notice: selection.notice };
}

/** Converts coverage rows to what a verdict is computed from. */
export function consultedSources(
  { sourceStates: { selection } }: Consulted,
  coverage: readonly CoverageRow[],
): MatchFacts['sources'] {
  return coverage.map(({ source, state }) => ({ source, state, ...(selection === null ? {} : { selection }) }));
}

interface SourceState {
  readonly row: CoverageRow;
  readonly parts: SourceStatus['parts'];
  readonly partsRead: SourceStatus['partsRead'];
}

async function statesOf(states: SourceStates, at: Date | null): Promise<(id: SourceId) => SourceState | undefined> {
  const now = await states.read();
  const then = at === null ? null : await states.readAt(at);
  return (id) => {
    const source = now.get(id);
    if (source === undefined) return undefined;
    const { parts, partsRead } = source;
    const past = then?.get(id);
    return past === undefined ? { row: coverageRow(source), parts, partsRead } : { row: past, parts: null, partsRead };
  };
}

/** Whether a source has records of an ecosystem. Others than these two name registries here and there, and cover none. */
function covers(source: SourceId, base: string, listed: ReadonlySet<string> | null): boolean {
  if (source === 'osv') return listed === null ? schemeOf(base).known : listed.has(base);
  return source === 'advisory' ? ADVISORY_ECOSYSTEMS.includes(base) : true;
}

function isFrozen(parts: SourceStatus['parts'], base: string): boolean {
  return parts?.frozen.some(({ part }) => part === base) ?? false;
}
