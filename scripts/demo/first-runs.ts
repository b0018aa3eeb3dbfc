import pg from 'pg';

interface FirstRuns {
  readonly name: string;
  readonly seen: number;
  readonly unreadable: number;
  readonly seconds: number;
}

/** Says what the first reading of each source brought and how long it took, by the worker's own record. */
export async function showFirstRuns(databaseUrl: string, began: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // A server of tests may have autovacuum off: without statistics the largest queries run into their time limit.
    await client.query('analyze');
    // What fills an empty store is the first run that went well.
    const { rows } = await client.query<FirstRuns>(`
      select distinct on (source.name) source.name, seen, unreadable,
             extract(epoch from finished_at - started_at)::float8 as seconds
      from run join source on source.id = run.source
      where channel <> 'record' and state = 'ok' order by source.name, run.id`);
    for (const { name, seen, unreadable, seconds } of rows) {
      const aside = unreadable === 0 ? '' : `, ${unreadable} set aside`;
      console.log(`…   ${name}: ${seen} records read in ${seconds.toFixed(1)} s${aside}`);
    }
    const [minutes, rest] = [
      Math.floor((Date.now() - began) / 60_000),
      Math.round(((Date.now() - began) % 60_000) / 1000),
    ];
    console.log(`… First ingest done: ${rows.length} sources in ${minutes} min ${rest} s`);
  } finally {
    await client.end();
  }
}
