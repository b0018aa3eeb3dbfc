import type { CoverageRow, PackageHealth } from '@almanac/contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/**
 * Figures over everything that is stored, and what they are counted from; answers about a CVE as far as they are settled, and what is
 * stated about a package in one value.
 */
export interface AggregateTables {
  aggregate: Aggregate;
  package_health: PackageHealthTable;
  cve_quality: CveQuality;
  cve_quality_progress: CveQualityProgress;
  cve_body: CveBody;
  cve_body_progress: CveBodyProgress;
  package_pack: PackagePack;
  package_mark: PackageMark;
  package_pack_state: PackagePackState;
}

interface Aggregate {
  name: string;
  version: number;
  computed_at: Date;
  basis: JSONColumnType<object>;
  coverage: JSONColumnType<readonly CoverageRow[]>;
  value: JSONColumnType<object>;
}

interface PackageHealthTable {
  attribute: string;
  score: number;
  at_best: number;
  known: number;
  health: JSONColumnType<PackageHealth>;
}

interface CveQuality {
  cve_id: string;
  score: number;
  year: number | null;
  assigner: string | null;
  missing: string[];
  conflicts: string[];
}

interface CveQualityProgress {
  one_row: Generated<boolean>;
  version: number;
  after_id: string | null;
  position: string;
}

interface CveBody {
  cve_id: string;
  release: string;
  subjects_at: Date | null;
  made_from: string;
  keys: string[];
  head: Buffer;
  rest: Buffer;
  settled: JSONColumnType<object>;
  dossier: Buffer | null;
  dossier_settled: JSONColumnType<object> | null;
}

interface CveBodyProgress {
  one_row: Generated<boolean>;
  version: string;
  after_id: string | null;
  position: string;
  begun_at: Date;
}

interface PackagePack {
  name: string;
  ecosystem: string;
  pack: string | null;
  depends: string[];
  vendor: Generated<string>;
  part: Generated<number>;
  digest: Buffer | null;
}

interface PackageMark {
  id: GeneratedAlways<number>;
  mark: string;
  record: string | null;
}

interface PackagePackState {
  one_row: Generated<boolean>;
  rules: string;
  swapped_at: Date | null;
  fence: string;
  after_name: string | null;
  after_ecosystem: string | null;
}
