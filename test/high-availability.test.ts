import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Environment } from '../packages/server/src/bin/environment.ts';
import { yamlOf } from './deployment-files.ts';
import { ROOT, readPage } from './docs-pages.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'almanac-ha-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const DATABASES = ['db1', 'db2', 'db3'];
const APPS = ['app1', 'app2'];
const example = readPage('deploy/ha/cluster.env.example').replaceAll(/^([A-Z]+_PASSWORD)=$/gm, '$1=secret-of-$1');
const addresses = Object.fromEntries(
  [...example.matchAll(/^(DB\d|APP\d)=(.*)$/gm)].map(([, name = '', value]) => [name.toLowerCase(), value]),
);
const files = new Map([...DATABASES, ...APPS].map((machine) => [machine, rendered(machine)]));

function render(settings: string, machine: string) {
  const file = path.join(scratch, 'cluster.env');
  writeFileSync(file, settings);
  const { status, stderr } = spawnSync(
    path.join(ROOT, 'deploy/ha/render'),
    [file, machine, path.join(scratch, machine)],
    { encoding: 'utf8' },
  );
  return { status, stderr };
}

function rendered(machine: string): Readonly<Record<string, string>> {
  const { stderr } = render(example, machine);
  if (stderr !== '') throw new Error(stderr);
  const folder = path.join(scratch, machine);
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

const fileOf = (machine: string, name: string) => files.get(machine)?.[name] ?? '';
/** Lines of the form `NAME=value`. */
const variablesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
const captured = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((found) => found.slice(1).join(' '));
/** The lines of a section of HAProxy's configuration. */
const section = (text: string, name: string) => new RegExp(`^${name}\\n((?:  .*\\n)+)`, 'm').exec(text)?.[1] ?? '';

describe('deploy/ha/render', () => {
  it('gives each machine the files that the guide says where to put', () => {
    const guide = readPage('docs/high-availability.md');
    const names = [...new Set([...files.values()].flatMap((each) => Object.keys(each)))];

    expect(names.toSorted()).toEqual([
      'api.env',
      'etcd',
      'haproxy.cfg',
      'patroni.yml',
      'pgbouncer.ini',
      'redis.conf',
      'sentinel.conf',
      'userlist.txt',
      'worker.env',
    ]);
    expect(names.filter((name) => !guide.includes(`| \`${name}\``))).toEqual([]);
  });

  it.each([
    [
      'a secret that is missing',
      example.replace(/^REDIS_PASSWORD=.*$/m, 'REDIS_PASSWORD='),
      'db1',
      'REDIS_PASSWORD is not set',
    ],
    [
      'a value that would end a line of another format',
      example.replace(/^API_PASSWORD=.*$/m, "API_PASSWORD='a|b'"),
      'app1',
      'API_PASSWORD has characters',
    ],
    ['a machine that there is not', example, 'db4', 'db4 is none of'],
  ])('refuses %s', (_what, settings, machine, complaint) => {
    const { status, stderr } = render(settings, machine);

    expect(status).not.toBe(0);
    expect(stderr).toContain(complaint);
  });
});

describe.each(DATABASES)('the configuration of %s', (machine) => {
  const patroni = yamlOf(fileOf(machine, 'patroni.yml')) as {
    readonly name: string;
    readonly restapi: { readonly listen: string };
    readonly etcd: { readonly hosts: readonly string[] };
    readonly postgresql: { readonly listen: string; readonly connect_address: string };
    readonly bootstrap: {
      readonly dcs: Readonly<Record<string, unknown>> & {
        readonly ttl: number;
        readonly loop_wait: number;
        readonly retry_timeout: number;
      };
    };
  };
  const etcd = variablesOf(fileOf(machine, 'etcd'));

  it('names itself and its own address', () => {
    const self = addresses[machine];

    expect([patroni.name, etcd['ETCD_NAME']]).toEqual([machine, machine]);
    expect([patroni.restapi.listen, patroni.postgresql.listen, patroni.postgresql.connect_address]).toEqual([
      `${self}:8008`,
      `${self}:5432`,
      `${self}:5432`,
    ]);
    expect(etcd['ETCD_INITIAL_CLUSTER']).toContain(`${machine}=${etcd['ETCD_INITIAL_ADVERTISE_PEER_URLS']}`);
    for (const name of ['redis.conf', 'sentinel.conf'])
      expect(captured(fileOf(machine, name), /^bind (.*)$/gm)).toEqual([self]);
  });

  it('finds etcd where etcd listens', () => {
    const listening = DATABASES.map((each) => variablesOf(fileOf(each, 'etcd'))['ETCD_LISTEN_CLIENT_URLS']);

    expect(patroni.etcd.hosts.map((host) => `http://${host}`)).toEqual(listening);
    expect(etcd['ETCD_ENABLE_V2']).toBe('true');
  });

  it('acknowledges nothing that a second machine has not, and gives the lock up before another takes it', () => {
    const { ttl, loop_wait: wait, retry_timeout: retry } = patroni.bootstrap.dcs;

    expect(patroni.bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(wait + 2 * retry).toBeLessThan(ttl);
  });

  it('begins with one primary of Redis, which two of three sentinels watch', () => {
    expect(captured(fileOf(machine, 'redis.conf'), /^replicaof (.*)$/gm)).toEqual(
      machine === 'db1' ? [] : [`${addresses['db1']} 6379`],
    );
    expect(captured(fileOf(machine, 'sentinel.conf'), /^sentinel monitor (.*)$/gm)).toEqual([
      `almanac ${addresses['db1']} 6379 2`,
    ]);
  });
});

describe.each(APPS)('the configuration of %s', (machine) => {
  const haproxy = fileOf(machine, 'haproxy.cfg');
  const pgbouncer = fileOf(machine, 'pgbouncer.ini');
  const api = Environment.parse(variablesOf(fileOf(machine, 'api.env')));
  const worker = Environment.parse(variablesOf(fileOf(machine, 'worker.env')));
  const bindOf = (name: string) => captured(section(haproxy, name), /^ {2}bind \S+:(\d+)$/gm).join();

  it.each([
    ['primary', '/primary'],
    ['replica', '/replica'],
  ])('finds the %s among the database machines, by what Patroni says', (name, check) => {
    const lines = section(haproxy, `listen ${name}`);

    expect(captured(lines, /^ {2}server (\S+) (\S+) check port (\d+)$/gm)).toEqual(
      DATABASES.map((each) => `${each} ${addresses[each]}:5432 8008`),
    );
    expect(captured(lines, /option httpchk OPTIONS (\S+)$/gm)).toEqual([check]);
  });

  it('brings the api through PgBouncer and HAProxy to the primary and the replica', () => {
    const [port] = captured(pgbouncer, /^listen_port = (\d+)$/gm);
    const urls = [api.DATABASE_URL, api.DATABASE_REPLICA_URL ?? ''].map((url) => new URL(url));
    const pools = Object.fromEntries(
      [...pgbouncer.matchAll(/^(\w+) = host=127\.0\.0\.1 port=(\d+) dbname=almanac$/gm)].map(([, name = '', to]) => [
        name,
        to,
      ]),
    );

    expect(urls.map((url) => url.port)).toEqual([port, port]);
    expect(urls.map(({ pathname }) => pools[pathname.slice(1)])).toEqual([
      bindOf('listen primary'),
      bindOf('listen replica'),
    ]);
    expect(fileOf(machine, 'userlist.txt')).toBe(`"${urls[0]?.username}" "${urls[0]?.password}"\n`);
  });

  it('brings the worker to the primary directly, since it needs a session of its own', () => {
    expect(new URL(worker.DATABASE_URL).port).toBe(bindOf('listen primary'));
    expect(worker.DATABASE_REPLICA_URL).toBeUndefined();
  });

  it('finds Redis by the sentinels, and tells every caller from the next', () => {
    expect(api.REDIS_SENTINELS.map(({ host, port }) => `${host}:${port}`)).toEqual(
      DATABASES.map((each) => `${addresses[each]}:${captured(fileOf(each, 'sentinel.conf'), /^port (\d+)$/gm).join()}`),
    );
    expect(captured(fileOf('db1', 'sentinel.conf'), /^sentinel monitor (\S+)/gm)).toEqual([
      new URL(api.REDIS_URL).hostname,
    ]);
    expect(captured(fileOf('db1', 'redis.conf'), /^requirepass (.*)$/gm)).toEqual([new URL(api.REDIS_URL).password]);
    expect(api.TRUSTED_PROXIES).toEqual(APPS.map((each) => `${addresses[each]}/32`));
  });

  it('asks both apis where they listen, and keeps those without a database', () => {
    const lines = section(haproxy, 'backend api');

    expect(captured(lines, /^ {2}server (\S+) (\S+) check$/gm)).toEqual(
      APPS.map((each) => {
        const { HOST, PORT } = variablesOf(fileOf(each, 'api.env'));
        return `${each} ${HOST}:${PORT}`;
      }),
    );
    expect(lines).toContain('uri /readyz?exclude=database ');
  });

  const unavailable = spawnSync('haproxy', ['-v']).error === undefined ? null : 'the program haproxy was not found';
  if (unavailable !== null) console.log(`Skipping the check by HAProxy: ${unavailable}.`);
  it.skipIf(unavailable !== null)('is accepted by HAProxy', () => {
    const { stdout, stderr, status } = spawnSync('haproxy', ['-c', '-f', path.join(scratch, machine, 'haproxy.cfg')], {
      encoding: 'utf8',
    });

    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
