import type { FastifyRequest } from 'fastify';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The names under which the service may be asked: its own. One of this machine means all of them. */
export function hostsOf(...urls: readonly string[]): ReadonlySet<string> {
  const names = urls.map((url) => new URL(url).hostname);
  return new Set(names.some((name) => LOOPBACK.includes(name)) ? [...names, ...LOOPBACK] : names);
}

/**
 * Why a request is not for us; null: it is. A page of elsewhere that has its own name lead to our address would
 * otherwise speak through a visitor's browser, from within their network.
 */
export function misdirected({ host, headers }: FastifyRequest, hosts: ReadonlySet<string>): string | null {
  if (!HOST.test(host) || !hosts.has(nameOf(`http://${host}`))) return 'The Host header does not match this service';
  const { origin } = headers;
  return origin === undefined || hosts.has(nameOf(origin)) ? null : 'Requests from other origins are not allowed';
}

/** Of a name or an address and a port, nothing else that an address may contain. */
const HOST = /^[\w.:[\]-]+$/;

function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
