import type { OsvItem, SourceId } from '@almanac/contract';
import { compareText } from '@almanac/core/ids';
import { affectedRowsOf } from '../../queries/affected-rows.ts';
import { osvItems } from '../../queries/osv-items.ts';
import { type After, type OsvPlace, osvOfPackages } from '../../queries/osv-of-packages.ts';
import type { OsvEntries, OsvKnown } from '../../queries/osv-stated.ts';
import { chosenPackages, type NamedPackage } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { type ExactReads, readsOf } from './exact-reads.ts';

/** What an answer about OSV's records of a package is made from. */
export interface OsvReads {
  readonly exact: ExactReads;
  /** One page of the records that speak of any of the packages, and how many there are. */
  places(
    packages: readonly NamedPackage[],
    after: After | null,
    limit: number,
  ): Promise<{ readonly places: readonly OsvPlace[]; readonly total: number }>;
  items(keys: readonly string[]): Promise<ReadonlyMap<string, OsvItem>>;
}

/** From what was read in one question, or, where that was too much, by a question each. */
export function osvReads(db: Db, stated: OsvKnown): OsvReads {
  const { entries } = stated;
  if (entries !== null) return { exact: exactReads(db, stated, entries), ...listReads(entries) };
  return {
    exact: readsOf(db),
    places: (packages, after, limit) => osvOfPackages(db, packages, after, limit),
    items: (keys) => osvItems(db, keys),
  };
}

function listReads({ rows, items }: OsvEntries): Omit<OsvReads, 'exact'> {
  return {
    async places(packages, after, limit) {
      const ecosystemOf = new Map(packages.map(({ id, ecosystem }) => [id, ecosystem]));
      const all = new Map<string, OsvPlace>();
      for (const { packageId, entry } of rows) {
        const ecosystem = ecosystemOf.get(packageId);
        const { recordKey: key, withdrawn } = entry;
        if (ecosystem != null && !withdrawn) all.set(JSON.stringify([ecosystem, key]), { ecosystem, key });
      }
      const places = [...all.values()].sort(byPlace).filter((place) => after === null || byPlace(place, after) > 0);
      return { places: places.slice(0, limit), total: all.size };
    },
    items: async () => items,
  };
}

export function byPlace(a: OsvPlace, b: OsvPlace): number {
  return compareText(a.ecosystem, b.ecosystem) || compareText(a.key, b.key);
}

const OSV: SourceId = 'osv';

/** Answers are about OSV's records alone, as of now, and show no titles: these are not read. */
function exactReads(db: Db, { packages, isEvery }: OsvKnown, stated: OsvEntries): ExactReads {
  const stored = readsOf(db);
  const byId = new Map(packages.map((one) => [one.id, one]));
  const { rows, links } = stated;
  const grouped = new Set(links.groups.flatMap(({ ids }) => ids));
  const isKnown = (id: string) => links.lookedUp.has(id) || grouped.has(id);
  const reads: ExactReads = {
    together: (ask) => ask(reads),
    packages: async (names) => ({ packages: chosenPackages(packages, names), complete: isEvery }),
    firstRows: async () => null,
    rows: async ({ asked }) => ({ rows: affectedRowsOf(rows, asked), complete: true, links }),
    covers: (recordIds) => stored.covers(recordIds),
    groups: (ids) => stored.groups(ids),
    async entries({ ids, sources, packageIds }) {
      const wanted = new Set(ids);
      const asked = (packageIds ?? packages.map(({ id }) => id)).flatMap((id) => byId.get(id) ?? []);
      const every = asked.map((one) => ({ package: one, version: null }));
      const found = sources.includes(OSV)
        ? affectedRowsOf(
            rows.filter(({ entry }) => wanted.has(entry.recordKey)),
            every,
          )
        : [];
      const entries = found.map(({ recordId, sha256, assertion }) => ({ recordId, sha256, assertion }));
      return { entries, complete: true };
    },
    async speakers(packageIds) {
      const wanted = new Set(packageIds);
      const own = rows.filter(({ packageId, entry }) => wanted.has(packageId) && !entry.withdrawn);
      return {
        speakers: new Map(own.map(({ packageId }) => [packageId, new Set([OSV])])),
        entries: own.length,
      };
    },
    summaries: async () => new Map(),
    async rejected(ids) {
      if (!ids.every(isKnown)) return stored.rejected(ids);
      const rejected = new Set(stated.rejected);
      return new Map(ids.flatMap((id) => (rejected.has(id) ? [[id, null]] : [])));
    },
  };
  return reads;
}
