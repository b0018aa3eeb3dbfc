import type { AdvisoryType } from '@almanac/core/records';
import type { Rating } from '@almanac/core/scores';
import type { Generated, GeneratedAlways } from 'kysely';
import type { SourceTable } from '../projections/source-table.ts';
import type { SOURCE_TABLES } from '../projections/tables.ts';

/** The tables that are computed from evidence; `kev` stands with the others. */
export interface ProjectionTables extends SourceTables {
  package: Package;
  affected: Affected;
  affected_set: AffectedSet;
  advisory: Advisory;
  weakness: Weakness;
  record_fact: RecordFactRow;
  alias_assertion: AliasAssertion;
  relation: Relation;
  exploit: Exploit;
  alias_group: AliasGroup;
  epss_current: EpssCurrent;
  epss_month: EpssMonth;
  epss_day: EpssDay;
  search_document: SearchDocument;
  search_word: SearchWord;
  search_word_progress: SearchWordProgress;
  vulnerability_record: VulnerabilityRecord;
  vulnerability: Vulnerability;
  projection_version: ProjectionVersion;
  rebuild_progress: RebuildProgress;
}

/** Those that sources define in their own folders. */
type SourceTables = { [Table in keyof typeof SOURCE_TABLES]: Stored<(typeof SOURCE_TABLES)[Table]> };

type Stored<Table> =
  Table extends SourceTable<infer Row>
    ? { record_id: number; seq: number } & {
        -readonly [Name in keyof Row]: Row[Name] extends readonly (infer Item)[] ? Item[] : Row[Name];
      }
    : never;

interface Package {
  id: GeneratedAlways<number>;
  ecosystem: string | null;
  release: string | null;
  vendor: string | null;
  name: string;
}

interface RecordFactRow {
  record_id: number;
  seq: number;
  facts: string;
}

interface Affected {
  record_id: number;
  known_from: Date;
  known_to: Date | null;
  package_id: number;
  source: number;
  /** Nothing writes or reads this and the coarse bounds any more: the columns go with the next release. */
  scheme: number | null;
  withdrawn: boolean;
  coarse_min: string | null;
  coarse_max: string | null;
  claims: string;
}

interface AffectedSet {
  record_id: number;
  sha256: Buffer;
}

interface Advisory {
  id: string;
  source: number;
  record_id: number;
  seq: number;
  type: AdvisoryType | null;
  published: Date | null;
  modified: Date | null;
  withdrawn: Date | null;
  summary: string | null;
  severity: Rating | null;
  score: number | null;
  vector: string | null;
  cvss_version: string | null;
  ecosystems: string[];
}

interface Weakness {
  record_id: number;
  cwe: number;
  id: string;
  source: number;
}

interface Relation {
  record_id: number;
  id: string;
  kind: number;
  known_from: Date;
  known_to: Date | null;
}

interface Exploit {
  record_id: number;
  cve_id: string;
  known_from: Date;
  known_to: Date | null;
  source: number;
  id: string;
  name: string | null;
  published_on: string | null;
}

interface AliasAssertion {
  record_id: number;
  alias: string;
  known_from: Date;
  known_to: Date | null;
  id: string;
  source: number;
}

interface AliasGroup {
  id: string;
  group_id: string;
  one_sided: boolean;
  over_large: boolean;
}

interface EpssCurrent {
  cve_id: string;
  score: number;
  percentile: number;
  scored_on: string;
  model: string | null;
}

interface EpssMonth {
  month: string;
  cve_id: string;
  scores: (number | null)[];
  percentiles: (number | null)[];
}

interface EpssDay {
  scored_on: string;
  model: string | null;
  scores: number;
}

interface SearchWord {
  word: string;
}

interface SearchWordProgress {
  one_row: Generated<boolean>;
  last_record: number;
  read_at: Date;
}

interface SearchDocument {
  record_id: number;
  id: string;
  source: number;
  cve_id: string | null;
  published: Date | null;
  severity: string | null;
  score: number | null;
  kev: boolean;
  withdrawn: boolean;
  document: string;
  excerpt: string | null;
}

interface VulnerabilityRecord {
  vuln: string;
  record_id: number;
  id: string;
  source: number;
  several: boolean;
}

interface Vulnerability {
  key: string;
  published: Date | null;
  modified: Date | null;
  severity: Rating | null;
  score: number | null;
  kev: boolean;
  withdrawn: boolean;
  severity_place: GeneratedAlways<number>;
  score_place: GeneratedAlways<number>;
  published_place: GeneratedAlways<Date>;
}

interface ProjectionVersion {
  name: string;
  version: number | null;
  state: 'current' | 'rebuilding';
  started_at: Date;
  swapped_at: Date | null;
}

interface RebuildProgress {
  name: string;
  version: number;
  round: number;
  since: string;
  until: string;
  place: number;
  last: number;
}
