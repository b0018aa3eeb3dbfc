import { readFileSync } from 'node:fs';
import { crc32, gunzipSync } from 'node:zlib';
import type { SourceId } from '@almanac/contract';
import { OSV_FILES } from '@almanac/twins';
import { sql } from 'kysely';
import { corpusFile } from '../../../../../test/corpus.ts';
import { packageKey } from '../../../src/projections/package-name.ts';
import type { Db } from '../../../src/store/database.ts';
import type { RecordChange } from '../../../src/store/projections/define-projection.ts';
import { PROJECTIONS } from '../../../src/store/projections/index.ts';
import { packageIds } from '../../../src/store/projections/packages.ts';
import { takenLines } from '../corpus/records.ts';
import { projectionStore } from '../worlds/projection-store.ts';

/** Which records: one in so many, and those that are always there. */
export interface SearchShare {
  readonly oneIn: number;
  readonly always: ReadonlySet<string>;
}

const BATCH = 500;
const SEEN = new Date('2026-08-16T00:00:00Z');

/** Fills what search reads from real records, through the projections but without evidence; answers how many records. */
export async function loadSearchCorpus(db: Db, share: SearchShare): Promise<number> {
  let loaded = 0;
  const seen = new Set<string>();
  for (const [source, file, mark] of FILES) {
    let batch = new Map<string, RecordChange>();
    for (const { id, text } of takenLines(file, mark, 1)) {
      if (!share.always.has(id) && crc32(id) % share.oneIn !== 0) continue;
      if (seen.has(`${source} ${id}`)) continue; // some stand there twice
      seen.add(`${source} ${id}`);
      loaded += 1;
      batch.set(id, changeOf(id, JSON.parse(text), loaded));
      if (batch.size < BATCH) continue;
      await write(db, source, [...batch.values()]);
      batch = new Map();
    }
    await write(db, source, [...batch.values()]);
  }
  await loadKev(db, share);
  await loadEpss(db);
  await sql`analyze search_document, vulnerability_record, vulnerability, cve, nvd, advisory, alias_group, epss_current, package`.execute(
    db,
  );
  return loaded;
}

const FILES: readonly (readonly [SourceId, string, string])[] = [
  ['cve_list_v5', 'cve-list/records.jsonl.gz', '"cveId":"'],
  ['nvd', 'nvd/records.jsonl.gz', '"id":"'],
  ...OSV_FILES.map((name) => ['osv', `osv/${name}.jsonl.gz`, '"id":"'] as const),
];

function changeOf(key: string, value: unknown, recordId: number): RecordChange {
  return { version: { key, recordId, seq: 1, observedAt: SEEN }, value };
}

async function write(db: Db, source: SourceId, changes: readonly RecordChange[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const searched = PROJECTIONS.filter(({ name, sources }) => sources.includes(source) && !UNSEARCHED.includes(name));
    for (const projection of searched) await projection.write(trx, source, changes);
    // The names alone.
    if (source === 'osv')
      await packageIds(
        trx,
        changes.flatMap(({ value }) => packagesOf(value as OsvRecord)),
      );
  });
}

/** What is affected is nothing to a search, and takes longer than all else. */
const UNSEARCHED: readonly string[] = ['affected', 'weakness'];

interface OsvRecord {
  readonly affected?: readonly { readonly package?: { readonly ecosystem: string; readonly name: string } }[];
}

function packagesOf({ affected = [] }: OsvRecord) {
  return affected.flatMap(({ package: named }) =>
    named === undefined ? [] : [packageKey(named.ecosystem, named.name)],
  );
}

/** The same share, whether or not another record of the CVE was loaded. With evidence: the table of KEV refers to it. */
async function loadKev(db: Db, { oneIn, always }: SearchShare): Promise<void> {
  const bytes = gunzipSync(readFileSync(corpusFile('kev/known_exploited_vulnerabilities.json.gz')));
  const { vulnerabilities } = JSON.parse(bytes.toString()) as { vulnerabilities: { cveID: string }[] };
  const entries = vulnerabilities.filter(({ cveID }) => always.has(cveID) || crc32(cveID) % oneIn === 0);
  // Numbers of records begin with one: behind those that have no evidence.
  await sql`select setval(pg_get_serial_sequence('record', 'id'), 10000000)`.execute(db);
  await projectionStore(db).put('kev', Object.fromEntries(entries.map((entry) => [entry.cveID, entry])), SEEN);
}

/** Of the CVEs that were loaded. */
async function loadEpss(db: Db): Promise<void> {
  const text = gunzipSync(readFileSync(corpusFile('epss/epss_scores-2026-08-16.csv.gz'))).toString('latin1');
  const lines = text.split('\n').filter((line) => line.startsWith('CVE-'));
  await sql`
    insert into epss_current (cve_id, score, percentile, scored_on)
    select line[1], round(line[2]::numeric * 1e5), round(line[3]::numeric * 1e5), '2026-08-16'
    from (select string_to_array(text, ',') as line from unnest(${lines}::text[]) as given (text)) as given
    where exists (select from vulnerability where key = line[1])`.execute(db);
}
