import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { advisoryDefinition } from './advisory/definition.ts';
import type { Canaries } from './canaries.ts';
import { channelsDefinition } from './channels/definition.ts';
import { cveListDefinition } from './cve-list/definition.ts';
import { cveServicesDefinition } from './cve-services/definition.ts';
import type { SourceFacts } from './define-source.ts';
import { dependenciesDefinition } from './dependencies/definition.ts';
import { epssDefinition } from './epss/definition.ts';
import { exploitdbDefinition } from './exploitdb/definition.ts';
import { kevDefinition } from './kev/definition.ts';
import { metasploitDefinition } from './metasploit/definition.ts';
import { nixpkgsDefinition } from './nixpkgs/definition.ts';
import { nucleiDefinition } from './nuclei/definition.ts';
import { nvdDefinition } from './nvd/definition.ts';
import { nvdOverridesDefinition } from './nvd-overrides/definition.ts';
import { osvDefinition } from './osv/definition.ts';
import { packagesDefinition } from './packages/definition.ts';
import { repologyDefinition } from './repology/definition.ts';
import type { SourceInfo } from './source.ts';

/**
 * All sources by id. State a licence only if the source does; records of a source without one are not passed on.
 * `expectedChangeSeconds` must cover nights, weekends and late files: a longer pause needs a look.
 */
export const SOURCES = {
  cve_list_v5: cveListDefinition,
  cve_services: cveServicesDefinition,
  osv: osvDefinition,
  advisory: advisoryDefinition,
  nvd: nvdDefinition,
  epss: epssDefinition,
  kev: kevDefinition,
  nixpkgs: nixpkgsDefinition,
  channels: channelsDefinition,
  packages: packagesDefinition,
  dependencies: dependenciesDefinition,
  repology: repologyDefinition,
  metasploit: metasploitDefinition,
  nuclei: nucleiDefinition,
  exploitdb: exploitdbDefinition,
  nvd_overrides: nvdOverridesDefinition,
} as const satisfies { readonly [Id in SourceId]: SourceFacts<Id> };

type Sources = typeof SOURCES;

/** Undefined where no address is configured. */
export type SourceAddresses = { readonly [Id in SourceId]: ReturnType<Sources[Id]['address']> };

export const sourceSettings = Object.assign({}, ...SOURCE_IDS.map((id) => SOURCES[id].settings)) as AllOf<
  Sources[SourceId]['settings']
>;
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** In the order of `SOURCE_IDS`. */
export const SOURCE_CATALOGUE: readonly SourceInfo[] = SOURCE_IDS.map((id) => ({ id, ...SOURCES[id].info }));

export const USUAL_CANARIES: Canaries = Object.fromEntries(
  SOURCE_IDS.filter((id) => SOURCES[id].canaries.length > 0).map((id) => [id, [...SOURCES[id].canaries]]),
);

/** Disabled unless a deployment configures an address. */
export const OPTIONAL_SOURCES: ReadonlySet<SourceId> = new Set(
  SOURCE_IDS.filter((id) => SOURCES[id].optional === true),
);
