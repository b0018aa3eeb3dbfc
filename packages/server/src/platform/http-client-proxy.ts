import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { hostOf, PrivateAddress, publicOnly, type Resolve } from './http-client-address.ts';

/** An empty address means a direct connection. */
export interface Proxy {
  readonly http: string;
  readonly https: string;
  /** In the form of `NO_PROXY`. */
  readonly except: string;
}

export function openDispatcher(options: Agent.Options, proxy: Proxy | undefined): Dispatcher {
  if (proxy === undefined) return new Agent(options);
  const { http: httpProxy, https: httpsProxy, except: noProxy } = proxy;
  return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy });
}

/**
 * A proxy resolves names itself, so checking the connection would not show the upstream's address. Names that we can
 * resolve have to be public anyway. In networks that resolve no public names, the list of allowed origins is the only
 * protection.
 */
export async function refusePrivate(url: URL, resolve: Resolve = lookup): Promise<void> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return;
  const { promise, resolve: pass, reject: refuse } = Promise.withResolvers<void>();
  publicOnly(resolve)(host, {}, (error) => (error instanceof PrivateAddress ? refuse(error) : pass()));
  await promise;
}
