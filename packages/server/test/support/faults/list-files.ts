import type { TwinId } from '@almanac/twins';
import { cveId, FIRST, type Fields, type Telling } from './made-up.ts';

/** An upstream that is one file of everything it has. */
interface ListFile {
  readonly key: (number: number) => string;
  /** A record as the source usually has it. */
  readonly record: (telling: Telling) => Fields;
  /** The revision that a stored record shows. */
  readonly mark: (value: Fields) => string;
  /** The name under which the twin has a record, where that is not its key. */
  readonly nameAtTwin?: (key: string) => string;
  /** A record that is not valid syntax does not hide where the next one begins. */
  readonly recordsApart?: true;
}

/** The fault matrix and the simulation take all that they know of such a source from here. */
export const LIST_FILES = {
  metasploit: {
    key: (number) => `exploit/multi/harbour_${number}`,
    record: ({ number, mark, changed }) => ({
      name: mark,
      fullname: `exploit/multi/harbour_${number}`,
      rank: 600,
      disclosure_date: FIRST.slice(0, 10),
      type: 'exploit',
      references: [cveId(number), 'URL-https://harbour.example/a'],
      mod_time: `${new Date(changed).toISOString().slice(0, 19).replace('T', ' ')} +0000`,
      ref_name: `multi/harbour_${number}`,
    }),
    mark: (value) => String(value['name']),
    nameAtTwin: (key) => key.replace('/', '_'),
  },
  nuclei: {
    key: cveId,
    record: ({ number, mark }) => ({
      ID: cveId(number),
      Info: { Name: mark, Severity: 'high', Description: 'A flaw.\n', Classification: { CVSSScore: '7.5' } },
      file_path: `http/cves/2026/${cveId(number)}.yaml`,
    }),
    mark: (value) => String((value['Info'] as { Name?: string } | undefined)?.Name),
    recordsApart: true,
  },
  exploitdb: {
    key: (number) => String(40_000 + number),
    record: ({ number, mark, changed }) => ({
      id: String(40_000 + number),
      file: `exploits/multiple/remote/${number}.py`,
      description: mark,
      date_published: FIRST.slice(0, 10),
      author: 'an author, of two',
      date_updated: new Date(changed).toISOString().slice(0, 10),
      codes: `${cveId(number)};OSVDB-${number}`,
    }),
    mark: (value) => String(value['description']),
  },
} satisfies Partial<Readonly<Record<TwinId, ListFile>>>;

export type ListFileId = keyof typeof LIST_FILES;
export const LIST_FILE_IDS = Object.keys(LIST_FILES) as readonly ListFileId[];

/** Their entries have no mark that takes them back. The catalogue of KEV has a form of its own. */
export const WHOLE_FILES: readonly TwinId[] = ['kev', ...LIST_FILE_IDS];

export function isListFile(id: TwinId): id is ListFileId {
  return id in LIST_FILES;
}

/** The same of each. */
export function fromListFiles<T>(take: (file: ListFile) => T): Readonly<Record<ListFileId, T>> {
  const all = LIST_FILE_IDS.map((id) => [id, take(LIST_FILES[id])] as const);
  return Object.fromEntries(all) as Record<ListFileId, T>;
}

/** Whether each record can be told from the next where one of them is not valid syntax. */
export function hasRecordsApart(id: TwinId): boolean {
  const file: ListFile | null = isListFile(id) ? LIST_FILES[id] : null;
  return file?.recordsApart === true;
}
