import type { SourceId } from '@almanac/contract';
import type { Subject } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { smallints, texts } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import { type Moment, rowsValidAt } from './affected-valid-at.ts';

export interface SubjectsQuestion {
  /** Records by their own ID. */
  readonly ids: readonly string[];
  readonly sources: readonly SourceId[];
  readonly at: Date | Moment | null;
}

export interface FoundSubjects {
  readonly subjects: readonly Subject[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** A chip maker's CVE has hundreds of products. */
export const MOST_SUBJECTS = 1_000;

/** The packages and products that these records are about, withdrawn ones included; those of a distribution without its release. */
export async function subjectsOfRecords(
  db: Db,
  { ids, sources, at }: SubjectsQuestion,
  most = MOST_SUBJECTS,
): Promise<FoundSubjects> {
  if (ids.length === 0) return { subjects: [], complete: true };
  const { rows } = await sql<Subject>`
    select distinct package.ecosystem, package.vendor, package.name
    from record
    cross join lateral (${rowsValidAt(sql`affected.record_id = record.id`, toMoment(at))}) affected
    join package on package.id = affected.package_id
    where record.key = any(${texts(ids)}) and record.source = any(${smallints(sources.map(sourceNumber))})
      and package.name <> '*'
    limit ${most + 1}`.execute(db);
  return { subjects: rows.slice(0, most), complete: rows.length <= most };
}
