import { BlockList, isIP, type Server, type Socket } from 'node:net';
import type { ApiError } from '../../app/errors.ts';
import { callerFrom } from '../rate-limit/caller.ts';
import type { CallerBudgets } from './caller-budgets.ts';

/**
 * Bounds the connections that one address has open: each takes memory before it has sent a byte, and no key or budget is known yet. Those of a
 * trusted proxy are of many callers, whom the proxy has to bound.
 */
export function boundConnections(
  server: Server,
  {
    callers,
    trustedProxies,
    answer,
  }: { callers: CallerBudgets; trustedProxies: readonly string[]; answer: (refusal: ApiError) => string },
): void {
  const proxies = addressList(trustedProxies);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    // Gone already, or of this machine alone.
    if (ip === undefined || proxies.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')) return;
    try {
      socket.once('close', callers.enter('connections', callerFrom({ account: null, ip })));
    } catch (refusal) {
      socket.end(answer(refusal as ApiError), () => socket.destroy());
    }
  });
}

/** Of addresses and CIDRs. */
function addressList(given: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of given) {
    const [ip = '', bits] = each.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return list;
}
