import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificates, certificatesUnavailable, makeCertificates } from '../support/processes/certificates.ts';
import { clusterUnavailable, type PostgresServer, startPostgres } from '../support/processes/postgres-cluster.ts';
import { type RedisServer, redisUnavailable, startRedis } from '../support/processes/redis-server.ts';
import { startWatchedApi } from '../support/processes/watched-api.ts';

const unavailable = certificatesUnavailable ?? clusterUnavailable ?? redisUnavailable;

describe.skipIf(unavailable !== null)('TLS to the engines', () => {
  let made: Certificates;
  let postgres: PostgresServer & AsyncDisposable;
  let elsewhere: PostgresServer & AsyncDisposable;
  let redis: RedisServer;
  beforeAll(async () => {
    made = await makeCertificates();
    const served = (certificate: string) => ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${made.key}`];
    [postgres, elsewhere, redis] = await Promise.all([
      startPostgres(served(made.certificate)),
      startPostgres(served(made.otherCertificate)),
      startRedis({ certificate: made.certificate, key: made.key, authority: made.authority }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([postgres, elsewhere, redis].map((engine) => engine?.[Symbol.asyncDispose]()));
    await made?.[Symbol.asyncDispose]();
  });

  it('is used by migrate and the api, which check the certificates', async () => {
    const migrated = await migrate(verified(postgres), made.authority);
    await using api = await startWatchedApi(verified(postgres), {
      REDIS_URL: redis.url,
      NODE_EXTRA_CA_CERTS: made.authority,
      SBOM_PROCESSES: '1',
    });

    await expect
      .poll(async () => (await fetch(`${api.url}/readyz`)).json())
      .toMatchObject({
        status: 'ready',
        checks: { database: 'ok', schema: 'ok', cache: 'ok' },
      });
    expect(migrated).toMatchObject({ code: 0 });
    expect(await encrypted(postgres)).toEqual([true]);
  });

  it('may name its authority in the address', async () => {
    expect(await migrate(`${verified(postgres)}&sslrootcert=${made.authority}`)).toMatchObject({ code: 0 });
  });

  it.each([
    ['an authority that nobody told it of', () => postgres, () => undefined, /certificate/],
    ['another name', () => elsewhere, () => made.authority, /localhost.*elsewhere\.test/s],
  ])('refuses a certificate of %s', async (_name, server, authority, complaint) => {
    const { code, said } = await migrate(verified(server()), authority());

    expect(code).not.toBe(0);
    expect(said).toMatch(complaint);
  });

  it('does not use a Redis if it cannot check its certificate', async () => {
    await using api = await startWatchedApi(verified(postgres), { REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: '' });

    const { checks } = (await (await fetch(`${api.url}/readyz`)).json()) as { checks: { cache: string } };

    expect(checks.cache).toBe('unavailable');
  });
});

/** The certificate is for a name, so that the address has to be one. */
function verified({ url }: PostgresServer): string {
  return `${url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`;
}

async function encrypted({ url }: PostgresServer): Promise<boolean[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ ssl: boolean }>(
    "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'almanac%'",
  );
  await client.end();
  return rows.map(({ ssl }) => ssl);
}

function migrate(DATABASE_URL: string, authority = ''): Promise<{ code: number; said: string }> {
  const file = fileURLToPath(new URL('../../src/bin/migrate.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL, NODE_EXTRA_CA_CERTS: authority, BASE_URL: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=@almanac/source', file], { env, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: out + err }),
    );
  });
}
