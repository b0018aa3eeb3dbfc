import { execFile, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverUser } from './postgres-cluster.ts';

export interface Certificates extends AsyncDisposable {
  readonly authority: string;
  /** For `localhost`. */
  readonly certificate: string;
  readonly key: string;
  /** By the same authority and for another name. */
  readonly otherCertificate: string;
}

/** The reason why none can be made here, or null. */
export const certificatesUnavailable: string | null =
  spawnSync('openssl', ['version']).error === undefined ? null : 'the program openssl was not found';
if (certificatesUnavailable !== null) console.log(`Skipping tests with certificates: ${certificatesUnavailable}.`);

const run = promisify(execFile);

/** An authority of the test's own and certificates by it, made by openssl. */
export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'almanac-certificates-'));
  const owner = await serverUser();
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => run('openssl', args, { timeout: 20_000 });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=Test authority',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  const signed = ['-x509', '-CA', at('ca.pem'), '-CAkey', at('ca.key')];
  const forName = (name: string) => ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  await openssl(
    'req',
    ...signed,
    ...newKey,
    ...forName('localhost'),
    '-keyout',
    at('key'),
    '-out',
    at('localhost.pem'),
  );
  const again = ['-key', at('key'), '-days', '2'];
  await openssl('req', ...signed, ...again, ...forName('elsewhere.test'), '-out', at('elsewhere.pem'));
  // PostgreSQL takes a key that is its own and that nobody else can read.
  if (owner !== null) for (const file of [folder, at('key')]) await chown(file, owner.uid, owner.gid);
  return {
    authority: at('ca.pem'),
    certificate: at('localhost.pem'),
    key: at('key'),
    otherCertificate: at('elsewhere.pem'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
