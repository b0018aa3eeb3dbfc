import type { SourceId } from '@almanac/contract';
import { advisory } from './advisory/index.ts';
import { channels } from './channels/index.ts';
import { cveList } from './cve-list/index.ts';
import { cveServices } from './cve-services/index.ts';
import { dependencies } from './dependencies/index.ts';
import { epss } from './epss/index.ts';
import { exploitdb } from './exploitdb/index.ts';
import { kev } from './kev/index.ts';
import { metasploit } from './metasploit/index.ts';
import { nixpkgs } from './nixpkgs/index.ts';
import { nuclei } from './nuclei/index.ts';
import { nvd } from './nvd/index.ts';
import { osv } from './osv/index.ts';
import { packages } from './packages/index.ts';
import { repology } from './repology/index.ts';

/** Every upstream that has a folder here, by its id: the enabled ones. A test holds the list equal to the folders. */
export const sources = {
  cve_list_v5: cveList,
  cve_services: cveServices,
  osv,
  advisory,
  nvd,
  epss,
  kev,
  nixpkgs,
  channels,
  packages,
  dependencies,
  repology,
  metasploit,
  nuclei,
  exploitdb,
} as const satisfies Partial<Record<SourceId, unknown>>;

/** Where each of them is to be found; undefined where that is not said. */
export type SourceAddresses = {
  readonly [Id in keyof typeof sources]:
    | Parameters<(typeof sources)[Id]>[0]
    | (Id extends 'dependencies' ? undefined : never);
};

/** Those that are read only where a deployment says from where: until they have been, they are disabled. */
export const OPTIONAL_SOURCES: ReadonlySet<SourceId> = new Set(['dependencies']);

export const ENABLED_SOURCES: ReadonlySet<SourceId> = new Set(Object.keys(sources) as (keyof typeof sources)[]);
