import { aggregatorNames, latestVersion, type ProjectRow, readProject } from '@almanac/core/repology';
import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { texts } from '../../store/list-parameter.ts';
import type { Packed } from '../../store/packing.ts';
import { openDocuments } from '../documents.ts';
import type { HealthEntry } from './entries.ts';

/** The newest version known to Repology when last queried, by attribute. It is queried for few names. */
export async function newestVersions(db: Db, entries: readonly HealthEntry[]): Promise<ReadonlyMap<string, string>> {
  const projects = new Map(entries.map(({ attribute }) => [attribute, aggregatorNames(attribute).project]));
  const { rows } = await sql<Packed & { key: string }>`
    select record.key, codec, dictionary, raw_size as "rawSize", packed
    from source
    join record on record.source = source.id and record.key = any(${texts([...new Set(projects.values())])})
    join current_version kept on kept.record_id = record.id
    join version on version.record_id = record.id and version.seq = kept.seq
    join blob on blob.id = version.blob_id
    where source.name = 'repology'`.execute(db);
  const bytes = await openDocuments().unpack(db, rows);
  const known = new Map<string, readonly ProjectRow[]>();
  rows.forEach(({ key }, i) => {
    const read = readProject(JSON.parse(bytes[i]?.toString() ?? 'null'));
    if (read !== null) known.set(key, read);
  });
  const newest = new Map<string, string>();
  for (const [attribute, project] of projects) {
    const version = findNewest(attribute, project, known.get(project) ?? []);
    if (version !== null) newest.set(attribute, version);
  }
  return newest;
}

/**
 * A line that Repology calls legacy (`python311`) need not get anything newer, so the project's newest version does not
 * apply. A name missing from Repology's rows is the project only if spelt the same.
 */
function findNewest(attribute: string, project: string, rows: readonly ProjectRow[]): string | null {
  const own = rows.filter(({ repo, name }) => repo.startsWith('nix_') && name === attribute);
  if (own.some(({ upstreamStatus }) => upstreamStatus === 'legacy')) return null;
  return own.length > 0 || attribute.toLowerCase() === project ? latestVersion(rows) : null;
}
