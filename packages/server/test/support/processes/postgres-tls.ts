import pg from 'pg';
import type { Certificates } from './certificates.ts';
import { type PostgresServer, startPostgres } from './postgres-cluster.ts';

/** A server that encrypts, and shows this certificate or the one for `localhost`. */
export function startTlsPostgres(made: Certificates, certificate = made.certificate) {
  return startPostgres(['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${made.key}`]);
}

/** Its address for a client that checks the certificate, which is for a name and no number. */
export function verifiedUrl({ url }: PostgresServer): string {
  return `${url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`;
}

/** Whether the connections of the service are encrypted: `[true]` where all are, none where it has no connection. */
export async function encryptedConnections({ url }: PostgresServer): Promise<boolean[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ ssl: boolean }>(
    "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'almanac%'",
  );
  await client.end();
  return rows.map(({ ssl }) => ssl);
}
