import type { SourceId } from '@almanac/contract';
import { advisoryAssumptions } from './advisory/assumptions.ts';
import type { AssumptionsAt } from './assumption.ts';
import type { SourceAddresses } from './catalogue.ts';
import { channelsAssumptions } from './channels/assumptions.ts';
import { cveListAssumptions } from './cve-list/assumptions.ts';
import { cveServicesAssumptions } from './cve-services/assumptions.ts';
import { dependenciesAssumptions } from './dependencies/assumptions.ts';
import { epssAssumptions } from './epss/assumptions.ts';
import { exploitdbAssumptions } from './exploitdb/assumptions.ts';
import { kevAssumptions } from './kev/assumptions.ts';
import { metasploitAssumptions } from './metasploit/assumptions.ts';
import { nixpkgsAssumptions } from './nixpkgs/assumptions.ts';
import { nucleiAssumptions } from './nuclei/assumptions.ts';
import { nvdAssumptions } from './nvd/assumptions.ts';
import { nvdOverridesAssumptions } from './nvd-overrides/assumptions.ts';
import { osvAssumptions } from './osv/assumptions.ts';
import { packagesAssumptions } from './packages/assumptions.ts';
import { repologyAssumptions } from './repology/assumptions.ts';

/** Loaded only by `check-sources`. */
export const SOURCE_ASSUMPTIONS: { readonly [Id in SourceId]: AssumptionsAt<NonNullable<SourceAddresses[Id]>> } = {
  cve_list_v5: cveListAssumptions,
  cve_services: cveServicesAssumptions,
  osv: osvAssumptions,
  advisory: advisoryAssumptions,
  nvd: nvdAssumptions,
  epss: epssAssumptions,
  kev: kevAssumptions,
  nixpkgs: nixpkgsAssumptions,
  channels: channelsAssumptions,
  packages: packagesAssumptions,
  dependencies: dependenciesAssumptions,
  repology: repologyAssumptions,
  metasploit: metasploitAssumptions,
  nuclei: nucleiAssumptions,
  exploitdb: exploitdbAssumptions,
  nvd_overrides: nvdOverridesAssumptions,
};
