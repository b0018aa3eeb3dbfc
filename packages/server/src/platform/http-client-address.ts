import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A name that the public knows led to an address within a private network: someone plays with the name's records. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  constructor(host: string, address: string) {
    super(`${host} resolves to ${address}, which is not a public address`);
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
