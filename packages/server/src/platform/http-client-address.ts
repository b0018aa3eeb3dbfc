import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A public name resolves to a private address, which suggests DNS rebinding. */
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
 * Checks the address at connection time, so that the checked address is the one used. Literal IP addresses never get
 * here: they were configured.
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
 * Like `publicOnly`, for addresses from callers: only globally reachable ones pass. `allowed` lists hosts that the
 * operator vouches for.
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

/** Literal IP addresses are never looked up, so they are checked here, like names without a public zone. */
export function refuseWritten(url: URL, allowed: ReadonlySet<string>): void {
  const host = hostOf(url);
  if (allowed.has(host)) return;
  if (isIP(host) === 0 ? isInternalName(host) : !isGlobal(host)) throw new PrivateAddress(host, host);
}

/** Without IPv6 brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replaceAll(/[[\]]/g, '');
}

export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Names that only exist in the operator's network, such as services of a composition. */
export function isInternalName(host: string): boolean {
  return !host.includes('.') || /\.(?:localhost|internal|local|test)$/.test(host);
}

export function isPrivate(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return PRIVATE.check(address, family);
}

/** IANA special-purpose registries: ranges that are not globally reachable. Mapped IPv4 is checked as IPv4. */
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

/** Also rejects prefixes that embed an IPv4 address or are reserved for documentation. */
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
