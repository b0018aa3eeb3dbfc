import type { SourceId } from '@almanac/contract';
import { EXPLOIT_LISTS } from './exploits.ts';

/** What is computed from evidence. */
export interface Projection {
  readonly name: ProjectionName;
  /** Raised with every change of what is computed: the tables are then filled anew from evidence. */
  readonly version: number;
  readonly sources: readonly SourceId[];
  readonly tables: readonly string[];
  /** Its rows follow from the newest version of a record alone: a rebuild reads no other. */
  readonly present?: true;
}

export type ProjectionName =
  | 'affected'
  | 'cve'
  | 'nvd'
  | 'advisory'
  | 'weakness'
  | 'aliases'
  | 'epss'
  | 'kev'
  | 'exploits'
  | 'channels'
  | 'tracker'
  | 'collection'
  | 'dependencies'
  | 'search'
  | 'relations'
  | 'vulnerabilities';

/**
 * Every projection. The order is that of writing: search reads what KEV says, and vulnerabilities read what aliases, relations and the
 * records come to. A change of any of these three raises the version of the vulnerabilities, too.
 */
export const PROJECTIONS: readonly Projection[] = [
  {
    name: 'affected',
    version: 3,
    sources: ['cve_list_v5', 'nvd', 'osv', 'advisory'],
    tables: ['affected', 'affected_set'],
  },
  { name: 'cve', version: 2, sources: ['cve_list_v5'], tables: ['cve'], present: true },
  { name: 'nvd', version: 1, sources: ['nvd'], tables: ['nvd'], present: true },
  { name: 'advisory', version: 3, sources: ['osv', 'advisory'], tables: ['advisory'], present: true },
  {
    name: 'weakness',
    version: 1,
    sources: ['cve_list_v5', 'nvd', 'osv', 'advisory'],
    tables: ['weakness'],
    present: true,
  },
  { name: 'epss', version: 1, sources: ['epss'], tables: ['epss_current', 'epss_month', 'epss_day'] },
  { name: 'kev', version: 1, sources: ['kev'], tables: ['kev'] },
  { name: 'exploits', version: 1, sources: EXPLOIT_LISTS, tables: ['exploit'] },
  { name: 'channels', version: 1, sources: ['channels'], tables: ['channel'] },
  {
    name: 'tracker',
    version: 2,
    sources: ['nixpkgs'],
    tables: ['issue', 'pull_request', 'issue_pull', 'pull_reach'],
  },
  { name: 'collection', version: 3, sources: ['packages'], tables: ['collection_package'] },
  { name: 'dependencies', version: 1, sources: ['dependencies'], tables: ['dependency'], present: true },
  {
    name: 'search',
    version: 3,
    sources: ['cve_list_v5', 'nvd', 'osv', 'advisory', 'kev'],
    tables: ['search_document'],
    present: true,
  },
  { name: 'relations', version: 2, sources: ['osv'], tables: ['relation'] },
  { name: 'aliases', version: 1, sources: ['osv', 'advisory'], tables: ['alias_assertion', 'alias_group'] },
  {
    name: 'vulnerabilities',
    version: 1,
    sources: ['cve_list_v5', 'nvd', 'osv', 'advisory', 'kev'],
    tables: ['vulnerability_record', 'vulnerability'],
    present: true,
  },
];
