import type { SourceId } from '@almanac/contract';
import { channelValue } from './channels/record.ts';
import { dependenciesOf } from './dependencies/record.ts';
import { scoresOfEvidence } from './epss/evidence.ts';
import { entryOf } from './exploitdb/entry.ts';
import { keptDocument } from './nixpkgs/record.ts';

type Decode = (raw: Buffer, key: string) => unknown;

/** How each source reads bytes that are kept. A source that is missing here does not compile. */
const DECODERS: Readonly<Record<SourceId, Decode>> = {
  cve_list_v5: parse,
  cve_services: parse,
  nvd: parse,
  osv: parse,
  advisory: parse,
  epss: (raw, key) => scoresOfEvidence(key, raw),
  kev: parse,
  exploitdb: entryOf,
  metasploit: parse,
  nuclei: parse,
  nixpkgs: (raw, key) => keptDocument(key, raw),
  packages: parse,
  channels: channelValue,
  dependencies: (raw) => dependenciesOf(parse(raw)),
  repology: parse,
};

/** What a source made of bytes that are kept, when they came. */
export function keptValue(source: SourceId, key: string, raw: Buffer): unknown {
  return DECODERS[source](raw, key);
}

function parse(raw: Buffer): unknown {
  return JSON.parse(raw.toString()) as unknown;
}
