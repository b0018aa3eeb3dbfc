import {
  type CollectionAdvisory,
  type DatedAdvisory,
  type OsvRecord,
  osvRecord,
  type Publisher,
} from '@almanac/core/publishing';
import type { SnapshotTarget } from '../snapshots/target.ts';
import { jsonBytes, readJson, writeChanged } from './files.ts';

const FOLDER = 'collection/osv';
const INDEX = `${FOLDER}/index.json`;

export interface PublishedOsv {
  readonly advisories: readonly DatedAdvisory[];
  /** Records that were written, and those among them that were withdrawn. */
  readonly changed: number;
  readonly withdrawn: number;
}

/** Publishes a record for each advisory. One that says the same as before keeps its bytes; one without an advisory any more is withdrawn. */
export async function publishOsv(
  target: SnapshotTarget,
  publisher: Publisher,
  given: AsyncIterable<CollectionAdvisory>,
  now: Date,
): Promise<PublishedOsv> {
  const before = await listed(target);
  const advisories: DatedAdvisory[] = [];
  const index = new Map<string, string>();
  let changed = 0;
  for await (const advisory of given) {
    const { record, isNew } = await dated(target, osvRecord(advisory, now.toISOString(), publisher));
    if (isNew) {
      await target.write(toOsvPath(record.id), jsonBytes(record));
      changed += 1;
    }
    index.set(record.id, record.modified);
    advisories.push({ ...advisory, modified: record.modified });
  }
  let withdrawn = 0;
  for (const [id, modified] of before) {
    if (index.has(id)) continue;
    const at = await withdraw(target, id, now);
    if (at !== null) withdrawn += 1;
    index.set(id, at ?? modified);
  }
  const rows = [...index].map(([id, modified]) => ({ id, modified })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await writeChanged(target, INDEX, jsonBytes(rows));
  return { advisories, changed: changed + withdrawn, withdrawn };
}

function toOsvPath(id: string): string {
  return `${FOLDER}/${id}.json`;
}

/** Lists earlier publications by ID. */
async function listed(target: SnapshotTarget): Promise<ReadonlyMap<string, string>> {
  const rows = await readJson(target, INDEX);
  if (!Array.isArray(rows)) return new Map();
  return new Map(
    rows.flatMap((row: unknown): [string, string][] => {
      const { id, modified } = row as { readonly id?: unknown; readonly modified?: unknown };
      return typeof id === 'string' && OWN.test(id) && typeof modified === 'string' ? [[id, modified]] : [];
    }),
  );
}

/** Ids become paths. */
const OWN = /^ALMANAC-CVE-\d{4}-\d{4,19}$/;

/** The record with the time since which it says what it says. */
async function dated(target: SnapshotTarget, record: OsvRecord) {
  const before = await readJson(target, toOsvPath(record.id));
  const modified = (before as Partial<OsvRecord> | null)?.modified;
  const same = typeof modified === 'string' ? { ...record, modified } : null;
  const isSame = same !== null && jsonBytes(before).equals(jsonBytes(same));
  return isSame ? { record: same, isNew: false } : { record, isNew: true };
}

/** When it was withdrawn; null where it had been before, or is not there. */
async function withdraw(target: SnapshotTarget, id: string, now: Date): Promise<string | null> {
  const record = (await readJson(target, toOsvPath(id))) as OsvRecord | null;
  if (record === null || record.withdrawn !== undefined) return null;
  const at = now.toISOString();
  await target.write(toOsvPath(id), jsonBytes({ ...record, modified: at, withdrawn: at }));
  return at;
}
