import type { RecordChange, SourceId } from '@almanac/contract';
import { type FilteredChange, kindOfChange, ratingsNamed } from '@almanac/core/changes';
import { CHANGE_SOURCES, type Change, changesBetween, formatChange } from '@almanac/core/dossier';
import { turns } from '../../platform/in-slices.ts';
import { type ChangeFacts, changeFacts } from '../../queries/change-facts.ts';
import type { ChangeEntry } from '../../queries/changes.ts';
import { packedDocuments } from '../../queries/cve-history.ts';
import type { Documents } from '../../queries/documents.ts';
import type { Db } from '../../store/database.ts';
import { cursorOfPlace } from './cursor.ts';

/** A change as it is told, and as filters see it. */
export interface ToldChange {
  readonly told: RecordChange;
  readonly facts: FilteredChange;
  readonly place: ChangeEntry;
}

/** The sources with a record for each vulnerability. Scores of EPSS move every day: `GET /trending` tells of those that matter. */
export const FOLLOWED_SOURCES = CHANGE_SOURCES.filter((source) => source !== 'epss');

/** Packages that are told of, and those that filters look at. */
const MOST_TOLD = 20;
const MOST_SUBJECTS = 1_000;

/** Of these entries of the log, those about vulnerabilities, with everything that is told of them. */
export async function toldChanges(
  db: Db,
  documents: Documents,
  entries: readonly ChangeEntry[],
): Promise<readonly ToldChange[]> {
  const followed = entries.filter(({ source }) => isFollowed(source));
  const facts = await changeFacts(db, followed, MOST_SUBJECTS);
  const values = await documentsOf(db, documents, facts);
  const told: ToldChange[] = [];
  const turn = turns();
  for (const [i, place] of followed.entries()) {
    const known = facts[i];
    if (known !== undefined) told.push(toldChange(place, known, values));
    await turn();
  }
  return told;
}

function isFollowed(source: SourceId): source is (typeof FOLLOWED_SOURCES)[number] {
  return FOLLOWED_SOURCES.some((one) => one === source);
}

type Values = ReadonlyMap<number, unknown>;

/** Of a record that came or went there is nothing to compare. */
async function documentsOf(db: Db, documents: Documents, facts: readonly ChangeFacts[]): Promise<Values> {
  const compared = facts.filter(({ blob, before }) => blob !== null && before !== null);
  const ids = [...new Set(compared.flatMap(({ blob, before }) => [blob, before]))].filter((id) => id !== null);
  const packed = await packedDocuments(db, ids);
  const raws = await documents.unpack(db, [...packed.values()]);
  return new Map([...packed.keys()].map((id, i) => [id, JSON.parse(raws[i]?.toString() ?? 'null') as unknown]));
}

function toldChange(place: ChangeEntry, facts: ChangeFacts, values: Values): ToldChange {
  const { source, key, seq, observedAt } = place;
  const { blob, before, sha256, sha256Before, vulnerabilities, subjects } = facts;
  const changes = changed(source, key, facts, values);
  const complete = subjects.length <= MOST_SUBJECTS;
  return {
    place,
    facts: { source, vulnerabilities, subjects, complete, ratings: ratingsNamed(changes) },
    told: {
      cursor: cursorOfPlace(place),
      observedAt: observedAt.toISOString(),
      source,
      record: key,
      kind: kindOfChange({ first: seq === 1, before: before !== null, after: blob !== null }),
      changed: [...new Set(changes.map(({ kind }) => kind))],
      summary: changes.map(formatChange),
      vulnerabilities: vulnerabilities as RecordChange['vulnerabilities'],
      packages: subjects.slice(0, MOST_TOLD),
      packagesComplete: subjects.length <= MOST_TOLD,
      before: sha256Before,
      after: sha256,
    },
  };
}

function changed(source: SourceId, key: string, { blob, before }: ChangeFacts, values: Values): readonly Change[] {
  if (!isFollowed(source)) return [];
  const side = (id: number | null) => (id === null ? null : { value: values.get(id) ?? {} });
  return changesBetween(source, key, side(before), side(blob));
}
