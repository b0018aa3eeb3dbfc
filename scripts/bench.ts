import { benchRanges } from '../packages/core/bench/ranges.ts';
import { benchScores } from '../packages/core/bench/scores.ts';
import { benchVersions } from '../packages/core/bench/versions.ts';
import { benchCve } from '../packages/server/bench/cve.ts';
import { benchFiles } from '../packages/server/bench/files.ts';
import { benchFleet } from '../packages/server/bench/fleet.ts';
import { benchGraph } from '../packages/server/bench/graph.ts';
import { benchGrowth } from '../packages/server/bench/growth.ts';
import { benchHttp } from '../packages/server/bench/http.ts';
import { benchIngest } from '../packages/server/bench/ingest.ts';
import { benchMatching, benchPackages } from '../packages/server/bench/packages.ts';
import { benchPacking } from '../packages/server/bench/packing.ts';
import { benchProjections } from '../packages/server/bench/projections.ts';
import { benchPurls } from '../packages/server/bench/purls.ts';
import { benchRestore } from '../packages/server/bench/restore.ts';
import { benchSbom } from '../packages/server/bench/sbom.ts';
import { benchSearch } from '../packages/server/bench/search.ts';
import { benchSnapshots } from '../packages/server/bench/snapshots.ts';
import { benchTracing } from '../packages/server/bench/tracing.ts';

/** `npm run bench [name]`: our cost beside the bare engine's or the usual library's, in one run. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  async core() {
    await benchVersions();
    await benchRanges();
    await benchScores();
  },
  packing: benchPacking,
  projections: benchProjections,
  ingest: benchIngest,
  search: benchSearch,
  cve: benchCve,
  packages: benchPackages,
  matching: benchMatching,
  purls: benchPurls,
  sbom: benchSbom,
  fleet: benchFleet,
  files: benchFiles,
  graph: benchGraph,
  growth: benchGrowth,
  restore: benchRestore,
  snapshots: benchSnapshots,
  tracing: benchTracing,
  http: () => benchHttp(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  console.log(`\n${name}`);
  await BENCHES[name]?.();
}
