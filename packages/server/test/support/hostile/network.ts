import { execFileSync } from 'node:child_process';

/** Where attackers are: their addresses, where they reach this machine, and how a program is started among them. */
export interface Elsewhere {
  readonly addresses: readonly string[];
  readonly host: string;
  readonly command: readonly string[];
}

/** Every address of 127.0.0.0/8 is this machine's: callers have addresses of their own, as they do elsewhere. */
export const ON_THIS_MACHINE: Elsewhere = {
  addresses: Array.from({ length: 8 }, (_, i) => `127.0.66.${i + 1}`),
  host: '127.0.0.1',
  command: [],
};

const NAMESPACE = 'almanac-hostile';
const CABLE = 'hostile0';
const NETWORK = '10.214.0';
/**
 * The memory that the system has for TCP is one for all namespaces. Elsewhere what an attacker has yet to send takes the attacker's memory; here
 * it would take a gigabyte of the service's, and the system would drop packets of everybody.
 */
const SEND_BUFFER = '4096 16384 65536';

/** A machine of the attackers' own, as far as one machine can be two: a network namespace. Needs root. */
export function openElsewhere(): Elsewhere & Disposable {
  close();
  const addresses = Array.from({ length: 8 }, (_, i) => `${NETWORK}.${11 + i}`);
  ip('netns', 'add', NAMESPACE);
  ip('link', 'add', CABLE, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', NAMESPACE);
  ip('address', 'add', `${NETWORK}.1/24`, 'dev', CABLE);
  ip('link', 'set', CABLE, 'up');
  for (const address of addresses) ip('-n', NAMESPACE, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', NAMESPACE, 'link', 'set', 'eth0', 'up');
  ip('netns', 'exec', NAMESPACE, 'sysctl', '-q', '-w', `net.ipv4.tcp_wmem=${SEND_BUFFER}`);
  return {
    addresses,
    host: `${NETWORK}.1`,
    // One core is all that attackers get, and what the service leaves of it.
    command: ['nice', '-n', '19', 'taskset', '--cpu-list', '0', 'ip', 'netns', 'exec', NAMESPACE],
    [Symbol.dispose]: close,
  };
}

/** What a run that was killed has left, too. */
function close(): void {
  if (ip('netns', 'list').split(/\s+/).includes(NAMESPACE)) ip('netns', 'delete', NAMESPACE);
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
