import { listFileTwin } from '../feed/list-file.ts';
import type { Fields, RecordFeed } from '../feed/record-feed.ts';
import { type ShownRecord, type Writing, withNovelty } from '../feed/shown.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { MetasploitModule, Vulnerability } from '../world/vulnerability.ts';
import { instantOf } from '../world/when.ts';
import type { World } from '../world/world.ts';

export const METASPLOIT_PATH = '/rapid7/metasploit-framework/master/db/modules_metadata_base.json';

export function metasploit(source: World | RecordFeed): TwinDefinition {
  return listFileTwin<MetasploitModule>(source, {
    source: 'metasploit',
    path: METASPLOIT_PATH,
    writing: MODULE,
    timeline: (vulnerability) => vulnerability.metasploit,
    idOf: (_, { path }) => path.replace('/', '_'),
    record: moduleOf,
    order: (a, b) => (a < b ? -1 : 1),
    document,
  });
}

/** In the framework's member order. */
function moduleOf({ id }: Vulnerability, module: MetasploitModule, since: number, start: number): Fields {
  const [type = '', ...rest] = module.path.split('/');
  const refName = rest.join('/');
  const disclosed = module.disclosed === undefined ? null : instantOf(module.disclosed, start);
  return {
    name: module.name,
    fullname: module.path,
    aliases: [],
    rank: type === 'exploit' ? 600 : 300,
    disclosure_date: disclosed === null ? null : new Date(disclosed).toISOString().slice(0, 10),
    type,
    author: ['an invented author'],
    description: `This module shows that ${module.name} can be reached.`,
    references: module.references ?? [id, 'URL-https://larkspur.example/psirt'],
    platform: 'Linux',
    arch: '',
    rport: 443,
    autofilter_ports: [80, 443],
    autofilter_services: ['http', 'https'],
    targets: ['Automatic'],
    mod_time: modTime(since),
    path: `/modules/${type === 'exploit' ? 'exploits' : type}/${refName}.rb`,
    is_install_path: true,
    ref_name: refName,
    check: true,
    post_auth: false,
    default_credential: false,
    notes: {},
    session_types: false,
    needs_cleanup: null,
  };
}

const MODULE: Writing = {
  write: asRubyWrites,
  withdrawn: (record) => record,
  extended: withNovelty,
  shifted: (record, ms) => ({ ...record, mod_time: modTime(Date.parse(String(record['mod_time'])) + ms) }),
};

/** One object with a member per module. */
function document(records: readonly ShownRecord[]): Buffer {
  if (records.length === 0) return Buffer.from('{\n}\n');
  const members = records.flatMap(({ id, bytes }, index) => [
    Buffer.from(`${index === 0 ? '{' : ','}\n  ${JSON.stringify(id)}: `),
    bytes,
  ]);
  return Buffer.concat([...members, Buffer.from('\n}\n')]);
}

/** Two spaces, one level in; an empty list contains an empty line. */
function asRubyWrites(record: Fields): string {
  const text = JSON.stringify(record, null, 2)
    .replaceAll(/: \[\](,?)$/gm, ': [\n\n  ]$1')
    .replaceAll(/: \{\}(,?)$/gm, ': {\n  }$1');
  return text.replaceAll('\n', '\n  ').replaceAll('\n  \n', '\n\n');
}

function modTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} +0000`;
}
