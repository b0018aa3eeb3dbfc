import { sql } from 'kysely';
import type { Announcement } from '../sources/source.ts';
import type { Db } from './database.ts';

const PAGE = 5_000;

/** The newest naming of an id counts; one that was named as new stays so until it is named again. */
export async function keepAnnouncements(db: Db, announced: readonly Announcement[]): Promise<void> {
  for (let at = 0; at < announced.length; at += PAGE) {
    const page = announced.slice(at, at + PAGE);
    const column = <K extends keyof Announcement>(name: K) => page.map((each) => each[name]);
    await sql`
      insert into announcement (cve_id, kind, named_at, modified)
      select * from unnest(${column('id')}::text[], ${column('kind')}::text[], ${column('at')}::timestamptz[],
                           ${column('modified')}::timestamptz[])
      on conflict (cve_id) do update
      set kind = excluded.kind, named_at = excluded.named_at, modified = excluded.modified
      where announcement.named_at < excluded.named_at`.execute(db);
  }
}
