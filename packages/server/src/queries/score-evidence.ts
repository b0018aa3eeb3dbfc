import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../platform/compile-once.ts';
import type { Db } from '../store/database.ts';

/** The document that a score of that day was read from. */
export interface ScoreEvidence {
  readonly day: string;
  readonly sha256: string;
  readonly observedAt: Date;
}

export async function scoreEvidence(db: Db, day: string): Promise<ScoreEvidence | null> {
  return (await evidenceOfDay(db, day))[0] ?? null;
}

const evidenceOfDay = compileOnce((day: string) => scoreSelect(sql`${day}`));

export function selectScore(cve: string): RawBuilder<ScoreEvidence> {
  return scoreSelect(sql`(select scored_on::text from epss_current where cve_id = ${cve})`);
}

function scoreSelect(day: RawBuilder<unknown>): RawBuilder<ScoreEvidence> {
  return sql`
    select record.key as day, encode(raw_sha256, 'hex') as sha256, version.observed_at as "observedAt"
    from record join source on source.id = record.source and source.name = 'epss'
    join version on version.record_id = record.id join blob on blob.id = version.blob_id
    where record.key = ${day} order by version.seq desc limit 1`;
}
