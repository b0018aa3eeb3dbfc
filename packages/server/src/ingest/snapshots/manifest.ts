import type { SourceId } from '@almanac/contract';
import { type SnapshotManifest, type SnapshotSource } from '@almanac/core/snapshots';
import { ecosystemNames } from '@almanac/core/versions';
import { statesByEcosystem } from '../../app/packages/coverage.ts';
import { coverageRow, openSourceStates } from '../../app/sources/source-states.ts';
import { recordedReleases } from '../../queries/covered-ecosystems.ts';
import { SOURCE_CATALOGUE } from '../../sources/catalogue.ts';
import { mayPassOn } from '../../sources/licences.ts';
import type { Db } from '../../store/database.ts';

/** How the sources are, each and for each ecosystem that anybody covers. What may not be passed on is as if it were not configured. */
export async function manifestSources(
  db: Db,
  sources: readonly SourceId[],
  ecosystems: readonly string[],
  now: Date,
): Promise<Pick<SnapshotManifest, 'sources' | 'leftOut' | 'states'>> {
  const sourceStates = openSourceStates({ readWithFallback: (ask) => ask(db) }, () => now.getTime());
  const known = await sourceStates.read();
  const listed = (await sourceStates.osvEcosystems()) ?? [];
  const releases = await recordedReleases(db);
  const every = [...new Set([...ecosystems, ...ecosystemNames, ...listed, ...releases])].sort();
  const states = await statesByEcosystem({ sourceStates }, every);
  return {
    sources: sources.flatMap((id): SnapshotSource[] => {
      const source = known.get(id);
      if (source === undefined) return [];
      const { name, licence, attribution } = source;
      const { state, checkedAt, changedAt } = coverageRow(source);
      return [{ id, name, licence, attribution, state, checkedAt, changedAt }];
    }),
    leftOut: SOURCE_CATALOGUE.flatMap(({ id }) => (mayPassOn(id) || sources.includes(id) ? [] : [id])),
    states: new Map(
      [...states].map(([ecosystem, all]) => [
        ecosystem,
        all.map(({ source, state }) => ({ source, state: mayPassOn(source) ? state : 'not_configured' })),
      ]),
    ),
  };
}
