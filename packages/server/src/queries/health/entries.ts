import { lookupForm } from '@almanac/core/collection';
import { compareText } from '@almanac/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { CollectionPackageRow } from '../collection-packages.ts';

/** An attribute of the collection, as the channel says that leads: an unstable one where it is there, else the newest release. */
export interface HealthEntry extends Row {
  /** Versions in other channels. */
  readonly elsewhere: readonly { readonly channel: string; readonly version: string }[];
}

type Unread = 'knownFrom' | 'collection' | 'makers' | 'insecure' | 'description' | 'homepage' | 'position';
type Row = Omit<CollectionPackageRow, Unread>;

/** Rows of a page: an attribute has one for each channel that is read. */
const ROWS = 8_000;

/** Every attribute that a channel carries now, page by page. */
export async function* healthEntries(db: Db): AsyncGenerator<readonly HealthEntry[]> {
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`
      select ${COLUMNS} from collection_package where attribute > ${after} and known_to is null
      order by attribute limit ${ROWS}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    // The last attribute may go on behind the page: it is left to the next, unless nothing else is there.
    const whole = rows.length < ROWS ? rows : rows.filter(({ attribute }) => attribute !== last.attribute);
    const page = whole.length === 0 ? rows : whole;
    yield toEntries(page);
    if (rows.length < ROWS) return;
    after = page.at(-1)?.attribute ?? last.attribute;
  }
}

/** More attributes than are shown of one name. */
const MOST_OF_NAME = 20;

/** Those that a name stands for: the attribute itself, else what goes by the name. */
export async function healthEntriesNamed(db: Db, name: string): Promise<readonly HealthEntry[]> {
  const form = lookupForm(name);
  const { rows } = await sql<Row>`
    select ${COLUMNS} from collection_package
    where lookup && array[${form}]::text[] and known_to is null order by attribute limit 2000`.execute(db);
  const own = rows.filter(({ attribute }) => lookupForm(attribute) === form);
  return toEntries(own.length > 0 ? own : rows).slice(0, MOST_OF_NAME);
}

const COLUMNS = sql`record_id as "recordId", attribute, channel, pname, version, ecosystem, ecosystem_name as "ecosystemName", cpes, purls,
  known_vulnerabilities as "knownVulnerabilities", patched, maintainers`;

function toEntries(rows: readonly Row[]): HealthEntry[] {
  return [...Map.groupBy(rows, ({ attribute }) => attribute).values()].flatMap((all) => {
    const [first, ...others] = all.toSorted((a, b) => leading(a.channel, b.channel));
    if (first === undefined) return [];
    const elsewhere = others.flatMap(({ channel, version }) => (version === null ? [] : [{ channel, version }]));
    return [{ ...first, elsewhere }];
  });
}

function leading(a: string, b: string): number {
  if (isUnstable(a) !== isUnstable(b)) return isUnstable(a) ? -1 : 1;
  return isUnstable(a) ? compareText(a, b) : compareText(b, a);
}

function isUnstable(channel: string): boolean {
  return channel.includes('unstable');
}
