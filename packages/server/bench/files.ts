import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, glob, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFolderTarget } from '../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner } from '../src/ingest/snapshots/signer.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { freePort } from '../test/support/processes/free-port.ts';
import { fill } from './ingest.ts';
import { sentBy } from './ingest-records.ts';
import { cpu, type Figure, measureAt, median, processMicros, start } from './side-by-side.ts';

const VULNERABILITIES = Number(process.env['BENCH_VULNERABILITIES'] ?? 1_000);
const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 5;
const SAME_SIZE = 'as-large-as-the-answer.json';

/**
 * `npm run bench files`: objects of a snapshot served by nginx, beside a cached answer of our API and a file of the same size. Needs
 * Debian's `nginx`.
 */
export async function benchFiles(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-files-'));
  // nginx gives up root's rights.
  await chmod(folder, 0o755);
  await publishMadeUp(folder);
  const api = await start(new URL('http-subject.ts', import.meta.url), 'cached answer', ['']);
  const answer = await (await fetch(api.url)).arrayBuffer();
  await writeFile(path.join(folder, SAME_SIZE), new Uint8Array(answer));
  await using nginx = await startNginx(folder);
  const objects = await Array.fromAsync(glob('object/*/*', { cwd: folder }));
  const sizes = await Promise.all(objects.map(async (name) => (await stat(path.join(folder, name))).size));
  const setups = [
    { name: `snapshot, ${objects.length} objects`, url: nginx.url, used: nginx.cpuMicros, paths: objects },
    { name: 'file of the size of the answer', url: nginx.url, used: nginx.cpuMicros, paths: [SAME_SIZE] },
    { name: 'cached answer of the API', url: api.url, used: () => cpu(api.process), paths: [''] },
  ];
  const figures = new Map(setups.map(({ name }) => [name, [] as Figure[]]));
  const before = loadavg();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, url, used, paths } of setups) {
      const seconds = round === 0 ? WARM_UP_SECONDS : SECONDS;
      const figure = await measureAt({ url, cpuMicros: used, paths, seconds });
      if (round > 0) figures.get(name)?.push(figure);
    }
  }
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  console.log(`objects of ${Math.round(mean)} bytes on average, an answer of ${answer.byteLength} bytes`);
  console.table(
    Object.fromEntries(
      [...figures].map(([name, own]) => [
        name,
        {
          'req/s': Math.round(median(own.map(({ rate }) => rate))),
          'CPU µs': Math.round(median(own.map(({ micros }) => micros))),
        },
      ]),
    ),
  );
  console.log(
    `load of the machine before and after: ${[...before, ...loadavg()].map((one) => one.toFixed(1)).join(' ')}`,
  );
  api.process.disconnect();
  await rm(folder, { recursive: true });
}

async function publishMadeUp(folder: string): Promise<void> {
  await using database = await createTestDatabase();
  await fill(database.url, 'osv', await sentBy('osv', VULNERABILITIES));
  const databases = openTestDatabases(database.url);
  const signer = openSigner(newSignerKey('bench.almanac.example/log'));
  if (signer === null) throw new Error('no signer');
  const target = openFolderTarget(folder);
  const context = { db: databases.primary, target, signer, now: () => new Date(), hours: 48 };
  await publishSnapshot(context, AbortSignal.timeout(600_000));
  await databases.close();
}

async function startNginx(
  root: string,
): Promise<AsyncDisposable & { readonly url: string; readonly cpuMicros: () => Promise<number> }> {
  const port = await freePort();
  const own = await mkdtemp(path.join(tmpdir(), 'almanac-nginx-'));
  const file = path.join(own, 'nginx.conf');
  await writeFile(file, configuration(root, own, port));
  const child = spawn('nginx', ['-c', file, '-p', own], { stdio: ['ignore', 'ignore', 'inherit'] });
  await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error as Error))]);
  await sleep(500);
  return {
    url: `http://127.0.0.1:${port}/`,
    cpuMicros: () => processMicros(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      child.kill();
      await rm(own, { recursive: true });
    },
  };
}

/** One process, as an api has; objects are gzip and stay as they are. */
function configuration(root: string, own: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  return `daemon off; master_process off; pid ${own}/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=10000; keepalive_requests 1000000;
  ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;
}

if (import.meta.main) await benchFiles();
