import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { postgresBinaries, serverUser } from '../processes/postgres-cluster.ts';
import { prepareDatabase } from './database.ts';
import {
  ADDRESSES,
  APP_MACHINES,
  DATABASE_MACHINES,
  type DatabaseMachine,
  endProcesses,
  MACHINES,
  type MachineName,
  NETWORK,
  processesOn,
  signalAll,
} from './network.ts';
import { etcdLeader, isWhole, members, redisPrimary } from './patroni.ts';
import { type Service, startService } from './service.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const PASSWORD = 'of-the-test';
/** HAProxy becomes another user by itself; Node may be where only root can read. */
const AS_ROOT: ReadonlySet<string> = new Set(['haproxy', 'api', 'worker']);

export interface HaCluster extends AsyncDisposable {
  readonly folder: string;
  service(machine: MachineName, name: string): Service;
  /** Every process there ends at once, and none is started. */
  powerOff(machine: MachineName): void;
  powerOn(machine: MachineName): void;
  /** Where PostgreSQL has its data there. */
  dataOf(machine: DatabaseMachine): string;
  logOf(machine: MachineName, name: string): string;
  /** What is not as it should be, or null. */
  trouble(): Promise<string | null>;
  /** Throws when that takes longer. */
  untilWell(seconds: number): Promise<void>;
}

export const databaseUrl = (machine: DatabaseMachine, database = 'almanac') =>
  `postgres://postgres:${PASSWORD}@${ADDRESSES[machine]}:5432/${database}`;

/** `deploy/ha` on this machine, as its files say; `sources` are variables that turn the workers to their upstreams. */
export async function startHaCluster(sources: Readonly<Record<string, string>>): Promise<HaCluster> {
  const user = (await serverUser()) ?? { uid: 0, gid: 0 };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-ha-'));
  chmodSync(folder, 0o755);
  const services: Service[] = [];
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const logOf = (machine: MachineName, name: string) => at(machine, `${name}.log`);
  for (const machine of MACHINES) renderMachine(machine);

  function renderMachine(machine: MachineName): void {
    for (const part of ['', 'run', 'redis', 'etcd', 'conf']) {
      mkdirSync(at(machine, part), { recursive: true, mode: 0o755 });
      chownSync(at(machine, part), user.uid, user.gid);
    }
    writeFileSync(at(machine, 'cluster.env'), `${settingsOf(at(machine)).join('\n')}\n`);
    execFileSync(path.join(ROOT, 'deploy/ha/render'), [at(machine, 'cluster.env'), machine, at(machine, 'conf')]);
    // Sentinel and Redis write to theirs.
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, at(machine, 'conf')]);
  }

  function add(
    machine: MachineName,
    name: string,
    command: readonly string[],
    environment: NodeJS.ProcessEnv = {},
  ): void {
    const owner = AS_ROOT.has(name) ? {} : { user };
    services.push(startService({ machine, name, command, environment, log: logOf(machine, name), ...owner }));
  }

  const self: HaCluster = {
    folder,
    logOf,
    dataOf: (machine) => at(machine, 'postgres'),
    service(machine, name) {
      const found = services.find((each) => each.machine === machine && each.name === name);
      if (found === undefined) throw new Error(`no ${name} on ${machine}`);
      return found;
    },
    powerOff(machine) {
      for (const each of services) if (each.machine === machine) each.hold();
      signalAll(processesOn(machine), 'SIGKILL');
    },
    powerOn(machine) {
      for (const each of services) if (each.machine === machine) each.release();
    },
    trouble: () => trouble(),
    async untilWell(seconds) {
      const end = performance.now() + seconds * 1_000;
      for (;;) {
        const found = await trouble();
        if (found === null) return;
        if (performance.now() > end) throw new Error(`after ${seconds} s: ${found}`);
        await sleep(500);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const each of services) each.hold();
      for (const machine of MACHINES) endProcesses(machine);
      if (process.env['CHAOS_KEEP'] === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };

  try {
    for (const machine of DATABASE_MACHINES) {
      const conf = at(machine, 'conf');
      add(machine, 'etcd', ['etcd'], environmentIn(path.join(conf, 'etcd')));
      add(machine, 'patroni', ['patroni', path.join(conf, 'patroni.yml')]);
      add(machine, 'redis', ['redis-server', path.join(conf, 'redis.conf')]);
      add(machine, 'sentinel', ['redis-sentinel', path.join(conf, 'sentinel.conf')]);
    }
    await untilEngines();
    await prepareDatabase(await leaderUrl());
    for (const machine of APP_MACHINES) {
      const conf = at(machine, 'conf');
      const program = (name: string) => [
        process.execPath,
        '--conditions=@almanac/source',
        path.join(ROOT, `packages/server/src/bin/${name}.ts`),
      ];
      const common = {
        ...sources,
        LOG_LEVEL: 'info',
        CANARIES: '{}',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      };
      add(machine, 'haproxy', ['haproxy', '-db', '-f', path.join(conf, 'haproxy.cfg')]);
      add(machine, 'pgbouncer', ['pgbouncer', path.join(conf, 'pgbouncer.ini')]);
      add(machine, 'api', program('api'), {
        ...common,
        ...environmentIn(path.join(conf, 'api.env')),
        RATE_LIMITS: 'general=1000000',
      });
      add(machine, 'worker', program('worker'), { ...common, ...environmentIn(path.join(conf, 'worker.env')) });
    }
    await self.untilWell(120);
    return self;
  } catch (error) {
    await self[Symbol.asyncDispose]();
    throw error;
  }

  async function untilEngines(): Promise<void> {
    for (let tries = 0; tries < 180; tries += 1) {
      if (isWhole(await members())) return;
      await sleep(1_000);
    }
    throw new Error(`PostgreSQL did not come up: ${JSON.stringify(await members())}`);
  }
}

async function leaderUrl(): Promise<string> {
  const leader = (await members()).find(({ role }) => role === 'leader');
  if (leader === undefined) throw new Error('there is no primary');
  return databaseUrl(leader.name, 'postgres');
}

async function trouble(): Promise<string | null> {
  const found = await members();
  if (!isWhole(found)) return `PostgreSQL: ${JSON.stringify(found)}`;
  if ((await etcdLeader()) === null) return 'etcd has no leader';
  const redis = await redisPrimary();
  if (redis === null || redis.replicas < 2) return `Redis: ${JSON.stringify(redis)}`;
  for (const machine of APP_MACHINES) {
    const answer = await fetch(`http://${ADDRESSES[machine]}:8081/readyz`, { signal: AbortSignal.timeout(3_000) })
      .then((response) => response.text())
      .catch(String);
    const { checks } = answer.startsWith('{') ? (JSON.parse(answer) as { checks?: Record<string, string> }) : {};
    if (checks?.['database'] !== 'ok' || checks['cache'] !== 'ok') return `api of ${machine}: ${answer.slice(0, 300)}`;
  }
  return null;
}

/** As in `cluster.env.example`, with small engines and folders of the test's own. */
function settingsOf(folder: string): string[] {
  const secrets = ['SUPERUSER', 'REPLICATION', 'PATRONI', 'API', 'WORKER', 'REDIS'];
  return [
    ...Object.entries(ADDRESSES).map(([name, address]) => `${name.toUpperCase()}=${address}`),
    `NETWORK=${NETWORK}`,
    ...secrets.map((name) => `${name}_PASSWORD=${PASSWORD}`),
    'SHARED_BUFFERS=64MB',
    `POSTGRES_BIN=${postgresBinaries}`,
    `POSTGRES_DATA=${folder}/postgres`,
    `POSTGRES_RUN=${folder}/run`,
    `ETCD_DATA=${folder}/etcd/data`,
    `REDIS_DATA=${folder}/redis`,
    `PGBOUNCER_USERS=${folder}/conf/userlist.txt`,
  ];
}

function environmentIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}
