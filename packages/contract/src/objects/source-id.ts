import * as z from 'zod';

/** One list of source ids, used in coverage, integrity, provenance and `/sources`. */
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

/** The id of a source. */
export const SourceId = z.enum(SOURCE_IDS).meta({ id: 'SourceId' });
export type SourceId = z.infer<typeof SourceId>;
