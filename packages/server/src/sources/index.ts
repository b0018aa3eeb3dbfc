import type { SourceId } from '@almanac/contract';
import { advisoryReader } from './advisory/index.ts';
import type { SourceAddresses } from './catalogue.ts';
import { channelsReader } from './channels/index.ts';
import { cveListReader } from './cve-list/index.ts';
import { cveServicesReader } from './cve-services/index.ts';
import { dependenciesReader } from './dependencies/index.ts';
import { epssReader } from './epss/index.ts';
import { exploitdbReader } from './exploitdb/index.ts';
import { kevReader } from './kev/index.ts';
import { metasploitReader } from './metasploit/index.ts';
import { nixpkgsReader } from './nixpkgs/index.ts';
import { nucleiReader } from './nuclei/index.ts';
import { nvdReader } from './nvd/index.ts';
import { nvdOverridesReader } from './nvd-overrides/index.ts';
import { osvReader } from './osv/index.ts';
import { packagesReader } from './packages/index.ts';
import type { Reader } from './reader.ts';
import { repologyReader } from './repology/index.ts';

/** Only the worker loads the readers. The api process needs only `catalogue.ts`. */
export const SOURCE_READERS = {
  cve_list_v5: cveListReader,
  cve_services: cveServicesReader,
  osv: osvReader,
  advisory: advisoryReader,
  nvd: nvdReader,
  epss: epssReader,
  kev: kevReader,
  nixpkgs: nixpkgsReader,
  channels: channelsReader,
  packages: packagesReader,
  dependencies: dependenciesReader,
  repology: repologyReader,
  metasploit: metasploitReader,
  nuclei: nucleiReader,
  exploitdb: exploitdbReader,
  nvd_overrides: nvdOverridesReader,
} as const satisfies { readonly [Id in SourceId]: Reader<NonNullable<SourceAddresses[Id]>> };

/** Parses stored bytes the way the source did when they arrived. */
export function keptValue(source: SourceId, key: string, raw: Buffer): unknown {
  return SOURCE_READERS[source].decode(raw, key);
}
