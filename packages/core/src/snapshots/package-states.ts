import type { MatchFacts } from '../matching/facts.ts';
import type { ecosystemsMeant } from '../matching/resolve/identity.ts';
import { getScheme } from '../versions/ecosystems.ts';
import type { ConsultedState, SnapshotManifest } from './manifest.ts';

/** Best first: of several ecosystems, a source is as it is for the one that it covers best. */
const STATES: readonly string[] = ['ok', 'stale', 'unreachable', 'disabled', 'not_configured', 'not_covered'];
/** Sources that name packages of registries alone. */
const REGISTRIES: ReadonlySet<string> = new Set(['osv', 'advisory']);

/** How the sources are that a package of the collection is judged by, by the ecosystems that it belongs to. */
export function packageStates(
  manifest: Pick<SnapshotManifest, 'sources' | 'states' | 'selection'>,
  ecosystems: ReturnType<typeof ecosystemsMeant>,
): MatchFacts['sources'] {
  return withSelection(statesIn(manifest, ecosystems), manifest);
}

/** Adds the selection to each source, so that a verdict takes it into account. */
export function withSelection(
  states: readonly ConsultedState[],
  { selection }: Pick<SnapshotManifest, 'selection'>,
): MatchFacts['sources'] {
  return selection === null ? states : states.map(({ source, state }) => ({ source, state, selection }));
}

function statesIn(
  { sources, states }: Pick<SnapshotManifest, 'sources' | 'states'>,
  ecosystems: ReturnType<typeof ecosystemsMeant>,
): readonly ConsultedState[] {
  const plain = sources.map(({ id, state }) => ({ source: id, state }));
  if (ecosystems === undefined) return plain;
  if (ecosystems === null) {
    return plain.map(({ source, state }) => ({ source, state: REGISTRIES.has(source) ? 'not_covered' : state }));
  }
  const own = ecosystems.flatMap((each) => states.get(each) ?? states.get(getScheme(each).base) ?? []);
  return plain.map((one) => bestOf(own.filter(({ source }) => source === one.source)) ?? one);
}

function bestOf(states: readonly ConsultedState[]): ConsultedState | undefined {
  return states.toSorted((a, b) => rank(a) - rank(b))[0];
}

function rank({ state }: ConsultedState): number {
  const place = STATES.indexOf(state);
  return place === -1 ? STATES.length : place;
}
