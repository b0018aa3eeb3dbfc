import type { Coverage, CoverageRow } from '@almanac/contract';
import { instant } from '../output/words.ts';
import type { Counts } from './rows.ts';

/** Sources of the collection: they speak of packages of type nix alone. */
const OF_COLLECTION: readonly CoverageRow['source'][] = ['nixpkgs', 'packages'];

/** Why not everything could be checked; empty where everything was. */
export function gapsOf(
  counts: Counts,
  coverage: Coverage | null,
  { asksCollection, files }: { readonly asksCollection: boolean; readonly files: number },
): string[] {
  const doubtful = (coverage?.coverage ?? []).filter(
    ({ source, state }) =>
      (state === 'stale' || state === 'unreachable') && (asksCollection || !OF_COLLECTION.includes(source)),
  );
  return [
    ...(files === 0 ? ['no lockfile and no bill of materials was found: name one, or a folder that has one'] : []),
    ...(files > 0 && counts.seen === 0 ? ['no component was found'] : []),
    ...(counts.unknown === 0 ? [] : [`${counts.unknown} of ${counts.seen} could not be judged`]),
    ...doubtful.map(({ source, state }) => `the source ${source} ${STATES[state]}`),
  ];
}

const STATES: Readonly<Record<CoverageRow['state'], string>> = {
  ok: 'is up to date',
  stale: 'was not checked in time',
  unreachable: 'cannot be read',
  disabled: 'is not read',
  not_covered: 'does not cover it',
};

/** In a sentence: how old the evidence is, and how each source stands. */
export function coverageWords({ coverage, asOf }: Coverage): string {
  const when = asOf === null ? 'Some of it was never checked' : `As of ${instant(asOf)}`;
  const groups = Map.groupBy(coverage, ({ state }) => state);
  const words = [...groups].map(([state, rows]) => {
    const names = rows.map(({ source }) => source).join(', ');
    return `${names} ${rows.length === 1 ? STATES[state] : STATES_OF_MANY[state]}`;
  });
  return words.length === 0 ? `${when}.` : `${when}. Sources: ${words.join('; ')}.`;
}

const STATES_OF_MANY: Readonly<Record<CoverageRow['state'], string>> = {
  ok: 'are up to date',
  stale: 'were not checked in time',
  unreachable: 'cannot be read',
  disabled: 'are not read',
  not_covered: 'do not cover it',
};
