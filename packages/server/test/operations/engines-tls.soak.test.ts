import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificates, certificatesUnavailable, makeCertificates } from '../support/processes/certificates.ts';
import { clusterUnavailable, type PostgresServer } from '../support/processes/postgres-cluster.ts';
import { encryptedConnections, startTlsPostgres, verifiedUrl } from '../support/processes/postgres-tls.ts';
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
    [postgres, elsewhere, redis] = await Promise.all([
      startTlsPostgres(made),
      startTlsPostgres(made, made.otherCertificate),
      startRedis({ certificate: made.certificate, key: made.key, authority: made.authority }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([postgres, elsewhere, redis].map((engine) => engine?.[Symbol.asyncDispose]()));
    await made?.[Symbol.asyncDispose]();
  });

  it('is used by migrate and the api, which check the certificates', async () => {
    const migrated = await migrate(verifiedUrl(postgres), made.authority);
    await using api = await startWatchedApi(verifiedUrl(postgres), {
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
    expect(await encryptedConnections(postgres)).toEqual([true]);
  });

  it('may name its authority in the address', async () => {
    expect(await migrate(`${verifiedUrl(postgres)}&sslrootcert=${made.authority}`)).toMatchObject({ code: 0 });
  });

  it.each([
    ['an authority that nobody told it of', () => postgres, () => undefined, /certificate/],
    ['another name', () => elsewhere, () => made.authority, /localhost.*elsewhere\.test/s],
  ])('refuses a certificate of %s', async (_name, server, authority, complaint) => {
    const { code, said } = await migrate(verifiedUrl(server()), authority());

    expect(code).not.toBe(0);
    expect(said).toMatch(complaint);
  });

  it('does not use a Redis if it cannot check its certificate', async () => {
    await using api = await startWatchedApi(verifiedUrl(postgres), { REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: '' });

    const { checks } = (await (await fetch(`${api.url}/readyz`)).json()) as { checks: { cache: string } };

    expect(checks.cache).toBe('unavailable');
  });
});

function migrate(DATABASE_URL: string, authority = ''): Promise<{ code: number; said: string }> {
  const file = fileURLToPath(new URL('../../src/bin/migrate.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL, NODE_EXTRA_CA_CERTS: authority, BASE_URL: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=@almanac/source', file], { env, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: out + err }),
    );
  });
}
