import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { hostOf, PrivateAddress, publicOnly, type Resolve } from './http-client-address.ts';

/** Where requests go out by a proxy. Empty: directly. */
export interface Proxy {
  readonly http: string;
  readonly https: string;
  /** Hosts that are asked directly, as `NO_PROXY` lists them. */
  readonly except: string;
}

export function openDispatcher(options: Agent.Options, proxy: Proxy | undefined): Dispatcher {
  if (proxy === undefined) return new Agent(options);
  const { http: httpProxy, https: httpsProxy, except: noProxy } = proxy;
  return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy });
}

/**
 * A proxy resolves names by itself, so that the check of a connection does not see the upstream's address. A name that we can resolve
 * has to be public all the same. Where the network resolves no public names, the origins that are allowed are the only bound.
 */
export async function refusePrivate(url: URL, resolve: Resolve = lookup): Promise<void> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return;
  const { promise, resolve: pass, reject: refuse } = Promise.withResolvers<void>();
  publicOnly(resolve)(host, {}, (error) => (error instanceof PrivateAddress ? refuse(error) : pass()));
  await promise;
}
