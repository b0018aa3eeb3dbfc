import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** A package of an ecosystem, whatever the release, of which some record speaks now. */
export interface SnapshotPackage {
  readonly ecosystem: string;
  /** As the ecosystem compares names. */
  readonly name: string;
}

const PAGE = 20_000;

/** All of them, page by page in the order of the index. */
export async function* snapshotPackages(db: Db): AsyncGenerator<readonly SnapshotPackage[]> {
  let after: SnapshotPackage = { name: '', ecosystem: '' };
  for (;;) {
    const { rows } = await sql<SnapshotPackage>`
      select distinct name, ecosystem from package
      where ecosystem is not null and name <> '*' and (name, ecosystem) > (${after.name}, ${after.ecosystem})
        and exists (select from affected where package_id = package.id and known_to is null)
      order by name, ecosystem limit ${PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last;
  }
}
