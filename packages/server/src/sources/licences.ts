import type { SourceId } from '@almanac/contract';
import { parseOsvId } from '@almanac/core/ids';
import { SOURCE_CATALOGUE, SOURCES } from './catalogue.ts';
import { OSV_DATABASES, type OsvDatabase } from './osv-licences.ts';

const PASSED_ON: ReadonlySet<string> = new Set(
  SOURCE_CATALOGUE.filter(({ redistribute }) => redistribute).map(({ id }) => id),
);

const DATABASE_OF: ReadonlyMap<string, OsvDatabase> = new Map(
  OSV_DATABASES.flatMap((database) => database.prefixes.map((prefix) => [prefix, database] as const)),
);

/** Prefixes of OSV records that may be passed on. */
export const PASSED_ON_PREFIXES: readonly string[] = [...DATABASE_OF.keys()];

/** For OSV records, use `mayPassOnRecord`. */
export function mayPassOn(source: string): boolean {
  return PASSED_ON.has(source);
}

/** OSV records also need a decision about their home database. */
export function mayPassOnRecord(source: string, id: string): boolean {
  if (source !== 'osv') return mayPassOn(source);
  const prefix = parseOsvId(id)?.prefix;
  return prefix !== undefined && DATABASE_OF.has(prefix);
}

/** Records under these licences may only be passed on separately. */
const SHARE_ALIKE: ReadonlySet<string> = new Set(['CC-BY-SA-4.0']);

/** Ecosystems with share-alike records, which are only in the ecosystem's own part of a snapshot. */
export const KEPT_APART: readonly string[] = [
  ...new Set(
    OSV_DATABASES.flatMap(({ licence, ecosystem }) =>
      ecosystem !== undefined && SHARE_ALIKE.has(licence) ? [ecosystem] : [],
    ),
  ),
];

export function findLicences(ecosystem: string, sources: readonly SourceId[]): string[] {
  if (KEPT_APART.includes(ecosystem)) return licencesOfDatabases((database) => database.ecosystem === ecosystem);
  const licences = sources.flatMap((id) =>
    id === 'osv'
      ? licencesOfDatabases((database) => database.ecosystem === undefined || database.ecosystem === ecosystem)
      : (SOURCES[id].info.licence ?? []),
  );
  return [...new Set(licences)];
}

export function licencesOfDocuments(source: SourceId): string[] {
  const { licence } = SOURCES[source].info;
  if (source === 'osv') return licencesOfDatabases(() => true);
  return licence === null ? [] : [licence];
}

function licencesOfDatabases(isWanted: (database: OsvDatabase) => boolean): string[] {
  return [...new Set(OSV_DATABASES.filter(isWanted).map(({ licence }) => licence))];
}
