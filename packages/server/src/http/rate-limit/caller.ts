import { isIP } from 'node:net';

/** Whoever sends a request, as budgets count it. */
export interface Caller {
  /** The account of a valid key, otherwise the address (IPv6: its /64). */
  readonly name: string;
  /** The /48 of an IPv6 address without a key: whoever owns one has 65,536 names. */
  readonly network: string | null;
  readonly authenticated: boolean;
}

export function callerFrom({
  account,
  ip,
}: {
  /** Undefined: the address could not be read as far as its members. */
  readonly account: number | null | undefined;
  readonly ip: string | undefined;
}): Caller {
  // By account and not by key: a new key is no new budget.
  if (account !== null && account !== undefined)
    return { name: `account-${account}`, network: null, authenticated: true };
  const name = callerOf(ip);
  return { name, network: networkOf(name), authenticated: false };
}

/** The /48 around a caller that is a /64. */
function networkOf(caller: string): string | null {
  return caller.endsWith('::/64') ? `${caller.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** Whoever cannot be told apart shares one budget: text that a proxy handed on, or a connection that is gone already. */
const UNKNOWN = 'unknown';

/**
 * Whose budget a request takes: the IPv4 address, or the /64 of an IPv6 address, since one household or machine
 * has a whole /64 and could otherwise change its address with every request.
 */
export function callerOf(address: string | undefined): string {
  if (address === undefined) return UNKNOWN;
  const version = isIP(address);
  if (version === 4) return address;
  if (version === 6) return network(address);
  const host = WITH_PORT.exec(address)
    ?.slice(1)
    .find((part) => part !== undefined);
  return host === undefined || isIP(host) === 0 ? UNKNOWN : callerOf(host);
}

/** Some proxies append the port of their caller, which is new for every connection. */
const WITH_PORT = /^(?:([\d.]{7,15})|\[([\da-f:.]{2,45})\]):\d{1,5}$/i;

function network(address: string): string {
  const ip = address.split('%', 1)[0] ?? ''; // a zone such as fe80::1%eth0
  const groups = expanded(ip);
  if (groups.length === 8 && groups.slice(0, 6).join(':') === MAPPED_IPV4)
    return dotted(groups[6] ?? 0, groups[7] ?? 0);
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

const MAPPED_IPV4 = '0:0:0:0:0:65535'; // ::ffff:0:0/96

/** The eight groups of an address as numbers. */
function expanded(ip: string): number[] {
  const [head = '', tail] = ip.split('::', 2);
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0);
  return [...before, ...zeros, ...after];
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16);
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
