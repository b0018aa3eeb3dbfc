import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A name that the public knows led to an address within a private network: someone plays with the name's records. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  readonly host: string;
  constructor(host: string, address: string) {
    super(
      host === address
        ? `${host} is not a public address`
        : `${host} resolves to ${address}, which is not a public address`,
    );
    this.host = host;
  }
}

/**
 * Resolves a name for the connection that is about to be made, so that what was checked is what is connected to.
 * Addresses written as numbers never come here: these were configured as they are.
 */
export function publicOnly(resolve: Resolve = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const refused = isInternalName(host) ? undefined : addresses.find(({ address }) => isPrivate(address));
      if (refused !== undefined) return callback(new PrivateAddress(host, refused.address), '');
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
}

/**
 * The same for addresses that callers chose: only what is globally reachable passes, under whatever name. `allowed` are the hosts
 * for which an operator answers.
 */
export function globalOnly(allowed: ReadonlySet<string>, resolve: Resolve = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const refused = allowed.has(host) ? undefined : addresses.find(({ address }) => !isGlobal(address));
      if (refused !== undefined) return callback(new PrivateAddress(host, refused.address), '');
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
}

/** A connection to an address that is written as numbers looks nothing up: it is checked here, and so are names without a public zone. */
export function refuseWritten(url: URL, allowed: ReadonlySet<string>): void {
  const host = hostOf(url);
  if (allowed.has(host)) return;
  if (isIP(host) === 0 ? isInternalName(host) : !isGlobal(host)) throw new PrivateAddress(host, host);
}

/** Without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replaceAll(/[[\]]/g, '');
}

/** As much of `dns.lookup` as is needed here. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Names that only an operator's own network can know: services of a composition, hosts of a private zone. */
export function isInternalName(host: string): boolean {
  return !host.includes('.') || /\.(?:localhost|internal|local|test)$/.test(host);
}

export function isPrivate(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return PRIVATE.check(address, family);
}

/** IANA special-purpose address registries, those that are not globally reachable. Mapped IPv4 is checked as IPv4. */
const PRIVATE = new BlockList();
const IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
const IPV6: readonly [string, number][] = [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];
for (const [network, prefix] of IPV4) PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of IPV6) PRIVATE.addSubnet(network, prefix, 'ipv6');

/** Whether anyone on the Internet means the same machine by it. Stricter: prefixes that carry an IPv4 address, or are for documents, do not pass. */
export function isGlobal(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) !== 0 && !PRIVATE.check(address, family) && !RESERVED.check(address, family);
}

const RESERVED = new BlockList();
const RESERVED_IPV4: readonly [string, number][] = [
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
];
const RESERVED_IPV6: readonly [string, number][] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fec0::', 10],
];
for (const [network, prefix] of RESERVED_IPV4) RESERVED.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of RESERVED_IPV6) RESERVED.addSubnet(network, prefix, 'ipv6');
