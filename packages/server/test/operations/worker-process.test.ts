import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProxy, type Server } from 'node:http';
import { createServer as createUpstream } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { KEV_FEED_PATH, kev as kevTwin, smallWorld, startTwin, stillClock } from '@almanac/twins';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSignerKey } from '../../src/ingest/snapshots/signer.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Certificates, certificatesUnavailable, makeCertificates } from '../support/processes/certificates.ts';
import { startWorkerProcess } from '../support/processes/worker-process.ts';

describe.skipIf(certificatesUnavailable !== null)('a worker with SOURCES=kev behind a proxy', () => {
  const stack = new AsyncDisposableStack();
  let database: TestDatabase;
  let metrics: string;
  const tunnels: string[] = [];

  beforeAll(async () => {
    database = stack.use(await createTestDatabase());
    const made: Certificates = stack.use(await makeCertificates());
    const twin = stack.use(await startTwin(kevTwin(smallWorld), { clock: stillClock('2026-09-15T09:30:00Z') }));
    const tls = { cert: readFileSync(made.certificate), key: readFileSync(made.key) };
    const upstream = await listening(
      createUpstream(tls, (request, response) => {
        fetch(twin.url + request.url).then(
          async (answer) => response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())),
          () => response.destroy(),
        );
      }),
    );
    const proxy = await listening(
      createProxy().on('connect', (request, socket) => {
        tunnels.push(String(request.url));
        const through = connect(upstream, '127.0.0.1', () =>
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n'),
        );
        socket.pipe(through).pipe(socket);
        for (const each of [socket, through]) each.on('error', () => {});
      }),
    );
    const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-worker-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'database-url'), `${database.url}\n`);
    const worker = await startWorkerProcess({
      DATABASE_URL_FILE: path.join(folder, 'database-url'),
      SOURCES: 'kev',
      // Only the proxy knows where the name leads; the certificate is for it.
      KEV_URL: `https://localhost${KEV_FEED_PATH}`,
      HTTPS_PROXY: `http://127.0.0.1:${proxy}`,
      NODE_EXTRA_CA_CERTS: made.authority,
      SNAPSHOT_FOLDER: path.join(folder, 'snapshots'),
      SNAPSHOT_KEY: newSignerKey('almanac.example/log'),
    });
    stack.use(worker);
    metrics = worker.metricsUrl;
  }, 60_000);
  afterAll(() => stack.disposeAsync());

  async function rows(statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query({ text: statement, rowMode: 'array' })).rows;
    } finally {
      await client.end();
    }
  }

  it('asks the upstream by a tunnel, and checks its certificate', async () => {
    await expect.poll(() => rows('select count(*) > 0 from kev'), { timeout: 30_000 }).toEqual([[true]]);

    expect([...new Set(tunnels)]).toEqual(['localhost:443']);
  });

  it('writes down what it reads, and runs nothing else', async () => {
    expect(await rows('select name from source where configured')).toEqual([['kev']]);
    expect(await rows('select distinct source.name from run join source on source.id = run.source')).toEqual([['kev']]);
  });

  it('answers /livez, and tells which release it is', async () => {
    const alive = await fetch(metrics.replace('/metrics', '/livez'));
    const text = await (await fetch(metrics)).text();

    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
    expect(text).toMatch(/^almanac_build_info\{version="[^"]+",commit="",node="[^"]+"\} 1$/m);
    expect(text).toMatch(/^almanac_database_connections\{database="primary",state="idle"\} \d+$/m);
  });

  it('answers /readyz, and shows its clock, its disk and the age of snapshots', async () => {
    const ready = () => fetch(metrics.replace('/metrics', '/readyz'));
    await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(200);
    expect(await (await ready()).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', schema: 'ok', queue: 'ok' },
    });
    const text = await (await fetch(metrics)).text();

    expect(text).toMatch(/^almanac_clock_ahead_seconds\{of="database"\} -?[\d.e-]+$/m);
    expect(text).toMatch(/^almanac_clock_ahead_seconds\{of="upstreams"\} -?[\d.e-]+$/m);
    expect(text).toMatch(/^almanac_disk_free_ratio\{folder="scratch"\} 0\.\d+$/m);
    expect(text).toMatch(/^almanac_snapshot_age_seconds [\d.e-]+$/m);
  });

  it('is not ready where a migration of its release is missing', async () => {
    await rows(
      `update schema_migration set name = '0000_old.sql' where name = (select max(name) from schema_migration)`,
    );

    const ready = () =>
      fetch(metrics.replace('/metrics', '/readyz')).then(async (answer) => [answer.status, await answer.json()]);
    await expect
      .poll(ready, { timeout: 10_000 })
      .toEqual([503, { status: 'not_ready', checks: { database: 'ok', schema: 'behind', queue: 'ok' } }]);
  });

  async function listening(server: Server): Promise<number> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stack.defer(() => {
      server.close();
      server.closeAllConnections();
    });
    return (server.address() as AddressInfo).port;
  }
});
