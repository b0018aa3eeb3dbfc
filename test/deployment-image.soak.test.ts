import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Certificates,
  certificatesUnavailable,
  makeCertificates,
} from '../packages/server/test/support/processes/certificates.ts';
import { clusterUnavailable, type PostgresServer } from '../packages/server/test/support/processes/postgres-cluster.ts';
import {
  encryptedConnections,
  startTlsPostgres,
  verifiedUrl,
} from '../packages/server/test/support/processes/postgres-tls.ts';
import {
  type RedisServer,
  redisUnavailable,
  startRedis,
} from '../packages/server/test/support/processes/redis-server.ts';
import { startFamous } from '../scripts/demo/upstreams.ts';
import { baseImage, buildImage, imageUnavailable } from '../scripts/release/image.ts';
import { readManifest } from '../scripts/release/packages.ts';
import { sbomOf } from '../scripts/release/sbom.ts';
import {
  type Container,
  containersUnavailable,
  podman,
  runContainer,
  startContainer,
  untilAnswer,
} from './containers.ts';
import { ROOT } from './docs-pages.ts';
import { freePorts } from './quick-start-ports.ts';

const IMAGE = `localhost/almanac-soak:${process.pid}`;
const COMMIT = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
const BIN = 'packages/server/src/bin';
const KNOWN = 'CVE-2021-44228';

const engines = containersUnavailable ?? certificatesUnavailable ?? clusterUnavailable ?? redisUnavailable;
const base = engines === null ? usableBase() : { name: '', isOwn: false, why: engines };
if (base.why !== null) console.log(`Skipping the image: ${base.why}.`);

describe.skipIf(base.why !== null)('the image, run by podman on a read-only root', () => {
  const stack = new AsyncDisposableStack();
  let made: Certificates;
  let postgres: PostgresServer;
  let redis: RedisServer;
  let api: Container;
  let worker: Container;
  let site: string;
  let migrated: Awaited<ReturnType<typeof runContainer>>;
  const settings = () => ({
    DATABASE_URL: verifiedUrl(postgres),
    REDIS_URL: redis.url,
    NODE_EXTRA_CA_CERTS: made.authority,
  });
  const run = (name: string, environment: Readonly<Record<string, string>>) => ({
    image: IMAGE,
    command: [`${BIN}/${name}.ts`],
    environment: { ...settings(), ...environment },
    files: [made.authority],
  });

  beforeAll(async () => {
    const images = base.isOwn ? [IMAGE, base.name] : [IMAGE];
    stack.defer(async () => void (await podman('rmi', '--force', ...images)));
    buildImage({ checkout: ROOT, base: base.name, commit: COMMIT, tag: IMAGE });
    made = stack.use(await makeCertificates());
    // The user of the image is nobody that this machine knows.
    chmodSync(path.dirname(made.authority), 0o711);
    postgres = stack.use(await startTlsPostgres(made));
    redis = stack.use(await startRedis({ certificate: made.certificate, key: made.key, authority: made.authority }));
    const { environment, ...upstreams } = await startFamous();
    stack.defer(() => upstreams[Symbol.asyncDispose]());
    const twins = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const [port, metrics] = await freePorts();
    site = `http://127.0.0.1:${port}`;

    migrated = await runContainer(run('migrate', {}));
    api = stack.use(await startContainer(run('api', { HOST: '127.0.0.1', PORT: String(port) })));
    worker = stack.use(
      await startContainer(
        run('worker', { ...twins, SOURCES: 'kev,cve_list_v5', METRICS_PORT: String(metrics), HOST: '127.0.0.1' }),
      ),
    );
  }, 900_000);
  afterAll(() => stack.disposeAsync());

  it('migrates, and is ready over TLS to both engines', async () => {
    expect([migrated.code, migrated.code === 0 ? '' : migrated.err]).toEqual([0, '']);

    const ready = await untilAnswer(`${site}/readyz`, (status) => status === 200);

    expect(ready).toMatchObject({ status: 'ready', checks: { database: 'ok', schema: 'ok', cache: 'ok' } });
    expect(await encryptedConnections(postgres)).toEqual([true]);
    expect(await api.isHealthy()).toBe(true);
  });

  it('does not use a PostgreSQL if it cannot check its certificate', async () => {
    const { code, out, err } = await runContainer(run('migrate', { NODE_EXTRA_CA_CERTS: '' }));

    expect(code).not.toBe(0);
    expect(out + err).toMatch(/certificate/);
  });

  it('answers with what the worker has read', async () => {
    const answer = await untilAnswer(`${site}/api/v1/cve/${KNOWN}`, (status) => status === 200);

    expect(JSON.stringify(answer)).toContain(KNOWN);
  });

  it('has its pages, and bundles the scripts of the scan page', async () => {
    const pages = ['/', '/docs', '/guides/scan', '/status', '/api/v1/sources', '/api/v1/openapi.json', '/scan'];

    const statuses = await Promise.all(pages.map(async (page) => [page, (await fetch(site + page)).status]));
    const scripts = (await (await fetch(`${site}/scan`)).text()).match(/\/assets\/[^"]*/g) ?? [];
    const fetched = await Promise.all(scripts.map(async (script) => (await fetch(site + script)).status));

    expect(statuses).toEqual(pages.map((page) => [page, 200]));
    expect(fetched.length).toBeGreaterThan(0);
    expect(new Set(fetched)).toEqual(new Set([200]));
  });

  it.each([
    ['api', () => api],
    ['worker', () => worker],
  ])('the %s is not root and can write nothing but /tmp', async (_name, container) => {
    const inside =
      'id -u; for f in / /app /app/packages /app/node_modules /tmp; do touch $f/x 2>/dev/null && echo $f; done; true';

    const { out } = await container().exec('sh', '-c', inside);

    expect(out.trim().split('\n')).toEqual(['10001', '/tmp']);
  });

  it.each(['api', 'worker', 'migrate'])('%s ends with 78 where its settings cannot be used', async (name) => {
    const { code } = await runContainer(run(name, { DATABASE_URL: 'none' }));

    expect(code).toBe(78);
  });

  it('knows its version and the commit', async () => {
    const { out } = await runContainer({
      ...run('almanac-server', {}),
      command: [`${BIN}/almanac-server.ts`, '--version'],
    });

    expect(out).toBe(`${readManifest('.').version} (${COMMIT})\n`);
  });

  it('has no package that its bill of materials does not name', async () => {
    const list =
      'const { globSync } = require("fs"); for (const f of globSync("{.,packages/*}/**/node_modules/{*,@*/*}/package.json")) { const { name, version } = require("/app/" + f); if (version) console.log(name + "@" + version) }';
    const { out } = await api.exec('node', '-e', list);
    const installed = [...new Set(out.trim().split('\n'))].filter((each) => !each.startsWith('@almanac/'));
    const { components } = JSON.parse(sbomOf(['@almanac/server'])) as {
      components: readonly { name: string; version: string }[];
    };

    const named = new Set(components.map(({ name, version }) => `${name}@${version}`));

    console.log(`The image has ${installed.length} packages of npm, ${await sizeOf(IMAGE)} MB.`);
    expect(installed.length).toBeGreaterThan(80);
    expect(installed.filter((each) => !named.has(each))).toEqual([]);
  });

  it('ends in order by SIGTERM, before it would be killed', async () => {
    expect([await api.stop(20), await worker.stop(40)]).toEqual([0, 0]);
    expect(await encryptedConnections(postgres)).toEqual([]);
  });
});

/** `BASE`, or the one of the Dockerfile, or else one that is made of Debian's packages. */
function usableBase(): { name: string; isOwn: boolean; why: string | null } {
  const name = baseImage();
  const why = imageUnavailable(name);
  if (why === null || spawnSync('mmdebstrap', ['--version']).status !== 0) return { name, isOwn: false, why };
  const { status, stdout, stderr } = spawnSync(path.join(ROOT, 'deploy/debian-base'), [], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0
    ? { name: stdout.trim(), isOwn: true, why: null }
    : { name, isOwn: false, why: `no base could be made: ${stderr}` };
}

async function sizeOf(image: string): Promise<number> {
  return Math.round(Number((await podman('image', 'inspect', '--format', '{{.Size}}', image)).out) / 1e6);
}
