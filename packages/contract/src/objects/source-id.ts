import * as z from 'zod';

/** Used in coverage, integrity, provenance and `/sources`. */
export const SOURCE_IDS = [
  'cve_list_v5',
  'cve_services',
  'osv',
  'advisory',
  'nvd',
  'epss',
  'kev',
  'nixpkgs',
  'channels',
  'packages',
  'dependencies',
  'repology',
  'metasploit',
  'nuclei',
  'exploitdb',
  'nvd_overrides',
] as const;

export const SourceId = z.enum(SOURCE_IDS).meta({ id: 'SourceId' });
export type SourceId = z.infer<typeof SourceId>;
