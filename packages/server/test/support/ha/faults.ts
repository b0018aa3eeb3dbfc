import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HaCluster } from './cluster.ts';
import {
  APP_MACHINES,
  cut,
  DATABASE_MACHINES,
  type DatabaseMachine,
  mend,
  processesNamed,
  processesOn,
  signalAll,
} from './network.ts';
import { etcdLeader, type Member, members, redisPrimary } from './patroni.ts';

export interface Fault {
  readonly name: string;
  /** Strikes, and repairs what no software could; says whom it hit. `pick` takes one of several by the seed. */
  strike(cluster: HaCluster, pick: <T>(list: readonly T[]) => T): Promise<string>;
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'the machine of the primary dies and starts 40 s later',
    async strike(cluster) {
      const machine = await primary();
      cluster.powerOff(machine);
      await sleep(40_000);
      cluster.powerOn(machine);
      return machine;
    },
  },
  {
    name: 'the primary is cut off from the other database machines for 60 s, clients still reach it',
    async strike() {
      const machine = await primary();
      const others = DATABASE_MACHINES.filter((each) => each !== machine);
      for (const other of others) cut(machine, other);
      await sleep(60_000);
      for (const other of others) mend(machine, other);
      return machine;
    },
  },
  {
    name: 'the leader of etcd dies and starts 20 s later',
    strike: async (cluster) => loseService(cluster, await known(etcdLeader()), 'etcd'),
  },
  {
    name: 'the primary of Redis dies and starts 20 s later',
    strike: async (cluster) => loseService(cluster, (await known(redisPrimary())).machine, 'redis'),
  },
  {
    name: 'an api and a worker are killed',
    async strike(cluster, pick) {
      const [api, worker] = [pick(APP_MACHINES), pick(APP_MACHINES)];
      cluster.service(api, 'api').kill();
      cluster.service(worker, 'worker').kill();
      await sleep(20_000);
      return `${api}, ${worker}`;
    },
  },
  {
    name: 'a database machine is paused for 30 s',
    async strike(_cluster, pick) {
      const { name, role } = pick(byRole(await members()));
      const pids = processesOn(name);
      signalAll(pids, 'SIGSTOP');
      await sleep(30_000);
      signalAll(pids, 'SIGCONT');
      return `${name}, ${role}`;
    },
  },
  {
    name: 'a replica loses its disk and gets an empty one 20 s later',
    async strike(cluster, pick) {
      const { name, role } = pick(byRole(await members()).filter((member) => member.role !== 'leader'));
      const patroni = cluster.service(name, 'patroni');
      patroni.hold();
      patroni.kill();
      signalAll(processesNamed(name, 'postgres'), 'SIGKILL');
      rmSync(cluster.dataOf(name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
      await sleep(20_000);
      patroni.release();
      return `${name}, ${role}`;
    },
  },
];

/** In the same order whoever has which role: a seed names a role and no machine. */
function byRole(all: readonly Member[]): readonly Member[] {
  return all.toSorted((a, b) => a.role.localeCompare(b.role));
}

async function primary(): Promise<DatabaseMachine> {
  return (await known(members().then((all) => all.find(({ role }) => role === 'leader') ?? null))).name;
}

async function loseService(cluster: HaCluster, machine: DatabaseMachine, name: string): Promise<string> {
  const service = cluster.service(machine, name);
  service.hold();
  service.kill();
  await sleep(20_000);
  service.release();
  return machine;
}

async function known<T>(asked: Promise<T | null>): Promise<T> {
  const found = await asked;
  if (found === null) throw new Error('nobody says who leads');
  return found;
}
