import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface AnnouncementRow {
  readonly id: string;
  readonly change: 'new' | 'updated';
  readonly announcedAt: Date;
  readonly modified: Date | null;
}

/** Nobody reads a list so far; counting costs. */
const COUNTED = 10_000;

/** Newest first, with their number up to a limit. */
export async function announcements(
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: AnnouncementRow[]; total: number; more: boolean }> {
  const { rows } = await sql<AnnouncementRow>`
    select cve_id as id, kind as change, named_at as "announcedAt", modified from announcement
    order by named_at desc, cve_id desc offset ${Math.min(offset, COUNTED)} limit ${limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select from announcement limit ${COUNTED + 1}) as counted`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  return { rows, total: Math.min(total, COUNTED), more: total > COUNTED };
}
