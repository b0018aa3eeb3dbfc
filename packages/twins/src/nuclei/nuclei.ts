import { listFileTwin } from '../feed/list-file.ts';
import type { Fields, RecordFeed } from '../feed/record-feed.ts';
import { type ShownRecord, type Writing, withNovelty } from '../feed/shown.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { NucleiTemplate, Vulnerability } from '../world/vulnerability.ts';
import type { World } from '../world/world.ts';

/** The path of the list of templates by CVE in their git mirror. */
export const NUCLEI_PATH = '/projectdiscovery/nuclei-templates/main/cves.json';

/** The list of templates by CVE; over a world, or over lines that are given by their CVE. */
export function nuclei(source: World | RecordFeed): TwinDefinition {
  return listFileTwin<NucleiTemplate>(source, {
    source: 'nuclei',
    path: NUCLEI_PATH,
    writing: LINE,
    timeline: (vulnerability) => vulnerability.nuclei,
    idOf: ({ id }) => id,
    record: templateOf,
    order: (a, b) => (a < b ? -1 : 1),
    document,
  });
}

function templateOf({ id }: Vulnerability, { name, severity, score }: NucleiTemplate): Fields {
  return {
    ID: id,
    Info: {
      Name: name,
      Severity: severity,
      Description: `${name} & nothing else.\n`,
      Classification: { CVSSScore: score },
    },
    file_path: `http/cves/${id.slice(4, 8)}/${id}.yaml`,
  };
}

/** No date in it: nothing lies in the future. */
const LINE: Writing = {
  write: asGoWrites,
  withdrawn: (record) => record,
  extended: withNovelty,
  shifted: (record) => record,
};

/** JSON Lines, whatever the file's name says. */
function document(records: readonly ShownRecord[]): Buffer {
  return Buffer.concat(records.flatMap(({ bytes }) => [bytes, NEWLINE]));
}

const NEWLINE = Buffer.from('\n');

/** What could be HTML is escaped. */
function asGoWrites(record: Fields): string {
  return JSON.stringify(record).replaceAll(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
