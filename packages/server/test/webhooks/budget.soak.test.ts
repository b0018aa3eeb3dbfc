import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { OSV_BUCKET_PATH, osv, smallWorld, startTwin } from '@almanac/twins';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { requestJob } from '../../src/store/job-requests.ts';
import { startWorkerProcess } from '../support/processes/worker-process.ts';
import { openWebhookWorld } from '../support/webhooks.ts';
import { madeCve } from '../support/worlds/finding-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const VERSIONS = Array.from({ length: 100 }, (_, n) => `linux@${5 + Math.floor(n / 50)}.${n % 50}.1`);
const CVES = 2_000;
const FETCHED = 'GHSA-h5j4-r678-wc9g';

/** A flaw of the kernel, from one version up to another. */
function kernelFlaw(n: number): readonly [string, object] {
  const id = `CVE-2026-${20_000 + n}`;
  const record = madeCve(id, { title: `Flaw ${n}`, description: 'A flaw of the kernel', severity: 'high' }) as {
    containers: { cna: { affected: object[] } };
  };
  const versions = [{ version: `5.${n % 50}`, lessThan: `6.${n % 50}`, status: 'affected', versionType: 'semver' }];
  record.containers.cna.affected = [{ vendor: 'Linux', product: 'linux', defaultStatus: 'unaffected', versions }];
  return [id, record];
}

it('ten webhooks that follow verdicts about 100 versions from the start leave the worker to ingest', async () => {
  await using world = await openWebhookWorld();
  await using twin = await startTwin(osv(smallWorld));
  const db = world.worker.primary;
  const store = projectionStore(db);
  for (const channel of ['nixos-unstable', 'nixos-26.05'])
    await store.put('packages', { [`${channel}/linux`]: { pname: 'linux', version: '6.12.1' } }, new Date());
  for (let from = 0; from < CVES; from += 200) {
    const batch = Array.from({ length: 200 }, (_, i) => kernelFlaw(from + i));
    await store.put('cve_list_v5', Object.fromEntries(batch), new Date());
  }
  await using worker = await startWorkerProcess({
    DATABASE_URL: world.database.url,
    SOURCES: 'osv',
    OSV_BUCKET_URL: twin.url + OSV_BUCKET_PATH,
    OSV_API_URL: twin.url,
    WEBHOOK_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'info',
  });
  const { pid } = worker;
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from run where channel = 'bulk' and state = 'ok'`.execute(db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 60_000, interval: 200 },
  );
  // What the worker makes after a fill.
  await sleep(15_000);

  const quiet = await measure(10_000);
  for (let n = 0; n < 10; n += 1) {
    await world.register(`/w${n}`, { packages: VERSIONS.join(','), verdicts: true, after: 'start' });
  }
  await sleep(2_000);
  const busy = await measure(30_000);
  const changes = world.receiver.arrived.reduce((sum, { delivery }) => sum + delivery.data.changes.length, 0);
  console.log(`quiet ${JSON.stringify(quiet)}, with webhooks ${JSON.stringify({ ...busy, changes })}`);

  expect(changes).toBeGreaterThan(0);
  expect(busy.fetches).toBeGreaterThan(quiet.fetches / 2);

  /** Live fetches a second, one after the other, and the share of a core that the worker uses; memory in MB. */
  async function measure(milliseconds: number) {
    const [began, used] = [performance.now(), processorSeconds()];
    let fetches = 0;
    const times: number[] = [];
    while (performance.now() - began < milliseconds) {
      const asked = performance.now();
      await requestJob(db, {
        task: 'refresh-record',
        payload: { source: 'osv', key: FETCHED, maxAgeMs: 0 },
        jobKey: 'measured',
        priority: -10,
      });
      for (;;) {
        const { rows } = await sql`
          select from refresh where key = ${FETCHED} and finished_at >= started_at
            and not exists (select from graphile_worker.jobs where key = 'measured')`.execute(db);
        if (rows.length > 0) break;
        await sleep(5);
      }
      times.push(performance.now() - asked);
      fetches += 1;
    }
    const seconds = (performance.now() - began) / 1_000;
    const sorted = times.toSorted((a, b) => a - b);
    return {
      fetches: Math.round((fetches / seconds) * 10) / 10,
      p99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      core: Math.round(((processorSeconds() - used) / seconds) * 100) / 100,
      megabytes: Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
    };
  }

  function processorSeconds(): number {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // Ticks of a hundredth of a second, in user and in system mode.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }
});
