// Three questions to an export of Almanac in Parquet (docs/snapshots.md), read by hyparquet, a package without dependencies.
//
//   node parquet-queries.ts <folder> package <ecosystem> <name>
//   node parquet-queries.ts <folder> exploited
//   node parquet-queries.ts <folder> coverage
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

const [folder = '.', question = '', ecosystem = '', name = ''] = process.argv.slice(2);

type Row = Record<string, unknown>;

async function read(table: string, columns: string[]): Promise<Row[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path.join(folder, `${table}.parquet`)), columns });
}

/** The statements about a package, worst first. */
async function ofPackage(): Promise<Row[]> {
  const columns = ['ecosystem', 'package', 'withdrawn', 'source', 'record', 'vulnerability', 'range'];
  const about = (await read('affected', columns)).filter(
    (row) => row['ecosystem'] === ecosystem && row['package'] === name && row['withdrawn'] === false,
  );
  const known = await read('vulnerability', ['id', 'severity', 'score', 'title']);
  const byId = new Map(known.map((row) => [row['id'], row]));
  const rows = about.map(({ source, record, range, vulnerability }): Row => {
    return Object.assign({ source, record, range }, byId.get(vulnerability));
  });
  return rows.sort((a, b) => Number(b['score'] ?? 0) - Number(a['score'] ?? 0));
}

/** Packages with a vulnerability that is known to be exploited. */
async function exploited(): Promise<Row[]> {
  const added = new Map((await read('kev', ['cve', 'added'])).map((row) => [row['cve'], row['added']]));
  const named = (await read('alias', ['id', 'vulnerability'])).filter((row) => added.has(row['id']));
  const cveOf = new Map(named.map((row) => [row['vulnerability'], row['id']]));
  const affected = (await read('affected', ['ecosystem', 'package', 'vulnerability', 'withdrawn'])).filter(
    (row) => cveOf.has(row['vulnerability']) && row['withdrawn'] === false,
  );
  return affected.map((row) => {
    const cve = cveOf.get(row['vulnerability']);
    return { cve, added: added.get(cve), ecosystem: row['ecosystem'], package: row['package'] };
  });
}

/** What the export has of the snapshot, and how each source was. */
async function coverage(): Promise<Row[]> {
  const ages = new Map((await read('source', ['id', 'age_seconds'])).map((row) => [row['id'], row['age_seconds']]));
  const states = await read('coverage', ['ecosystem', 'source', 'state']);
  const partitions = await read('partition', ['name', 'shards', 'exported_shards']);
  return partitions.flatMap((partition) =>
    states
      .filter((row) => partition['name'] === `ecosystem/${String(row['ecosystem'])}`)
      .map(({ source, state }) => Object.assign({ source, state, age_seconds: ages.get(source) }, partition)),
  );
}

const QUESTIONS: Record<string, () => Promise<Row[]>> = { package: ofPackage, exploited, coverage };
const ask = QUESTIONS[question];
if (ask === undefined) throw new Error(`${question} is none of ${Object.keys(QUESTIONS).join(', ')}`);
console.log(JSON.stringify(await ask(), null, 2));
