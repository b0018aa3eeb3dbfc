import { listFileTwin } from '../feed/list-file.ts';
import type { Fields, RecordFeed } from '../feed/record-feed.ts';
import { type ShownRecord, type Writing, withNovelty } from '../feed/shown.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { NucleiTemplate, Vulnerability } from '../world/vulnerability.ts';
import type { World } from '../world/world.ts';

export const NUCLEI_PATH = '/projectdiscovery/nuclei-templates/main/cves.json';

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

/** Has no date that could be in the future. */
const LINE: Writing = {
  write: asGoWrites,
  withdrawn: (record) => record,
  extended: withNovelty,
  shifted: (record) => record,
};

/** JSON Lines, despite the file name. */
function document(records: readonly ShownRecord[]): Buffer {
  return Buffer.concat(records.flatMap(({ bytes }) => [bytes, NEWLINE]));
}

const NEWLINE = Buffer.from('\n');

/** Go escapes HTML characters. */
function asGoWrites(record: Fields): string {
  return JSON.stringify(record).replaceAll(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
