import { type ListTwinId, type MadeUpList, TWIN_IDS, TWINS, type TwinId } from '@almanac/twins';

/** The upstreams that are one file of everything they have, each with its made-up records. */
export const LIST_FILES = Object.fromEntries(
  TWIN_IDS.flatMap((id) => {
    const twin = TWINS[id];
    return 'madeUp' in twin ? [[id, twin.madeUp]] : [];
  }),
) as Readonly<Record<ListTwinId, MadeUpList>>;

export const LIST_FILE_IDS = Object.keys(LIST_FILES) as readonly ListTwinId[];

/** Their entries have no mark that takes them back. The catalogue of KEV has a form of its own. */
export const WHOLE_FILES: readonly TwinId[] = ['kev', ...LIST_FILE_IDS];

export function isListFile(id: TwinId): id is ListTwinId {
  return id in LIST_FILES;
}

/** The same of each. */
export function fromListFiles<T>(take: (file: MadeUpList) => T): Readonly<Record<ListTwinId, T>> {
  const all = LIST_FILE_IDS.map((id) => [id, take(LIST_FILES[id])] as const);
  return Object.fromEntries(all) as Record<ListTwinId, T>;
}

/** Whether each record can be told from the next where one of them is not valid syntax. */
export function hasRecordsApart(id: TwinId): boolean {
  return isListFile(id) && LIST_FILES[id].recordsApart === true;
}
