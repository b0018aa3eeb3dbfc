import { osv } from '../src/http/routes/packages/osv.ts';
import { vulns } from '../src/http/routes/packages/vulns.ts';
import { openPool } from '../src/platform/postgres.ts';
import { benchApp } from './bench-app.ts';
import { bestOf, loadLine, warmUp } from './best-of.ts';

const FEW = 5;
const MANY = 100;

/** One request after another, ours beside the query that one would write first. The giant has twenty thousand advisories. */
export async function askPackages(databaseUrl: string): Promise<void> {
  const pool = openPool({ url: databaseUrl, applicationName: 'bench', role: 'almanac_api', max: 8, onError: () => {} });
  const cold = benchApp({ routes: [osv, vulns], databaseUrl, cacheBytes: 1 });
  const kept = benchApp({ routes: [osv, vulns], databaseUrl, cacheBytes: 1 << 28 });
  const bare = (columns: string, rest: string) => async () => {
    const { rows } = await pool.query(
      `select ${columns} from package
       join affected on affected.package_id = package.id and affected.known_to is null and not withdrawn
       join record on record.id = affected.record_id join advisory on advisory.record_id = record.id
       where package.name = 'giant' and package.ecosystem = 'npm' ${rest}`,
    );
    return JSON.stringify(rows).length;
  };
  const get = async (app: typeof cold, path: string) => {
    const { statusCode, rawPayload } = await app.inject(`/api/v1${path}`);
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    return rawPayload.length;
  };
  const ours = (app: typeof cold, query: string) => () => get(app, `/osv/giant?ecosystem=npm${query}`);
  const matched = (app: typeof cold, name: string, version: string) => () =>
    get(app, `/vulns/${name}?version=${version}`);
  const shown = 'record.key, summary, severity, modified';
  const rows = [];
  try {
    for (const [what, ask, times] of [
      ['ours: /vulns, 5 advisories', matched(cold, 'package-7', '2.5.0'), MANY],
      ['ours: /vulns, 5 advisories, kept', matched(kept, 'package-7', '2.5.0'), MANY],
      ['bare: a page of 1,000', bare(shown, 'order by record.key limit 1000'), FEW],
      ['ours: /osv, giant, the first page of 1,000', ours(cold, ''), FEW],
      ['ours: the same, kept', ours(kept, ''), FEW],
      ['bare: all claims', bare('record.key, claims', ''), FEW],
      ['ours: /osv, giant, a version past every fix', ours(cold, '&version=99999.0.0'), FEW],
      ['ours: /osv, giant, a version of which 1 in 100 hold', ours(cold, '&version=18000.1.0'), FEW],
      ['ours: /osv, giant, a version of which 5 in 100 hold', ours(cold, '&version=10000.1.0'), FEW],
      ['ours: /vulns, giant, a version past every fix', matched(cold, 'giant', '99999.0.0'), FEW],
      ['ours: /vulns, giant, a version of which 1 in 100 hold', matched(cold, 'giant', '18000.1.0'), FEW],
      ['ours: /vulns, giant, a version of which 5 in 100 hold', matched(cold, 'giant', '10000.1.0'), FEW],
    ] as const) {
      await warmUp(ask);
      const { p50, max, stall, bytes } = await bestOf(ask, times);
      rows.push({ what, 'p50 ms': p50, 'max ms': max, 'stall ms': stall, bytes });
    }
    console.log(
      `500 packages by /vulns, eight at a time: ${await sweepRate((name) => matched(cold, name, '2.5.0')())} a second`,
    );
  } finally {
    await Promise.all([cold.close(), kept.close(), pool.end()]);
    console.table(rows);
    console.log(loadLine());
  }
}

async function sweepRate(ask: (name: string) => Promise<number>): Promise<string> {
  const names = Array.from({ length: 500 }, (_, i) => `package-${i}`);
  const started = performance.now();
  let next = 0;
  const workers = Array.from({ length: 8 }, async () => {
    for (let name = names[next++]; name !== undefined; name = names[next++]) await ask(name);
  });
  await Promise.all(workers);
  return (names.length / ((performance.now() - started) / 1_000)).toFixed(0);
}
