import type { FastifyRequest } from 'fastify';
import { hostMissing, hostRepeated, uriTooLong } from '../../app/errors.ts';
import { MAX_URL, wrongMediaType } from '../errors/to-api-error.ts';

/** Why a request is refused for its address or its headers, if it is. */
export function refusalOfHead(request: FastifyRequest): Error | undefined {
  if (request.url.length > MAX_URL) return uriTooLong(MAX_URL);
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') return hostMissing();
  if (hasTwoHosts(request.raw.rawHeaders)) return hostRepeated();
  return request.headers['content-encoding'] === undefined ? undefined : wrongMediaType();
}

/** Node keeps the first of them and says nothing (RFC 9112 section 3.2). Names and values in turn. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
