import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The machines of `deploy/ha`, each a network namespace of this one. */
export const ADDRESSES = {
  db1: '10.213.0.11',
  db2: '10.213.0.12',
  db3: '10.213.0.13',
  app1: '10.213.0.21',
  app2: '10.213.0.22',
} as const;
export const NETWORK = '10.213.0.0/24';
/** Where the machines reach this one: upstreams are here, and so is everybody who asks. */
export const OUTSIDE = '10.213.0.1';

export type MachineName = keyof typeof ADDRESSES;
export type DatabaseMachine = 'db1' | 'db2' | 'db3';
export type AppMachine = 'app1' | 'app2';
export const DATABASE_MACHINES: readonly DatabaseMachine[] = ['db1', 'db2', 'db3'];
export const APP_MACHINES: readonly AppMachine[] = ['app1', 'app2'];
export const MACHINES = Object.keys(ADDRESSES) as MachineName[];

const BRIDGE = 'almanac-ha';
/** Nobody has it: what is sent there is lost, and nobody is told. */
const NOWHERE = '02:00:00:00:de:ad';

export const namespaceOf = (name: MachineName) => `almanac-ha-${name}`;

/** One bridge, and a cable from it to each machine. Whatever a run before this has left is removed first. */
export function openNetwork(): Disposable {
  closeNetwork();
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const name of MACHINES) {
    const namespace = namespaceOf(name);
    const port = `ha-${name}`;
    ip('netns', 'add', namespace);
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', port, 'master', BRIDGE, 'up');
    ip('-n', namespace, 'address', 'add', `${ADDRESSES[name]}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
  }
  // Also where the run is broken off. One that is killed outright leaves it to the next.
  const end = () => process.exit(1);
  process.once('exit', closeNetwork).once('SIGTERM', end).once('SIGINT', end);
  return {
    [Symbol.dispose]() {
      process.off('exit', closeNetwork).off('SIGTERM', end).off('SIGINT', end);
      closeNetwork();
    },
  };
}

/** Ends every process in the namespaces, then removes them. May be called at any time, any number of times. */
function closeNetwork(): void {
  const existing = new Set(ip('netns', 'list').split(/\s+/));
  for (const name of MACHINES.filter((each) => existing.has(namespaceOf(each)))) {
    endProcesses(name);
    ip('netns', 'delete', namespaceOf(name));
  }
  if (ip('-brief', 'link').includes(`${BRIDGE} `)) ip('link', 'delete', BRIDGE);
}

export function endProcesses(name: MachineName): void {
  for (let tries = 0; tries < 50 && processesOn(name).length > 0; tries += 1) {
    signalAll(processesOn(name), 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); // a process that ends has no time to wait otherwise
  }
}

/** All that passes between these two machines is lost from now on, without a word to either. Others reach both. */
export function cut(one: MachineName, other: MachineName): void {
  for (const [from, to] of bothWays(one, other)) {
    ip(
      '-n',
      namespaceOf(from),
      'neigh',
      'replace',
      ADDRESSES[to],
      'lladdr',
      NOWHERE,
      'dev',
      'eth0',
      'nud',
      'permanent',
    );
  }
}

export function mend(one: MachineName, other: MachineName): void {
  for (const [from, to] of bothWays(one, other))
    ip('-n', namespaceOf(from), 'neigh', 'delete', ADDRESSES[to], 'dev', 'eth0');
}

function bothWays(one: MachineName, other: MachineName) {
  return [
    [one, other],
    [other, one],
  ] as const;
}

export function processesOn(name: MachineName): number[] {
  return ip('netns', 'pids', namespaceOf(name)).split('\n').filter(Boolean).map(Number);
}

/** Those of them with this name. */
export function processesNamed(name: MachineName, command: string): number[] {
  return processesOn(name).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === command;
    } catch {
      return false; // it has just ended
    }
  });
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
