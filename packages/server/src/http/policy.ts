import { ENDPOINTS, type Endpoint, RATE_WINDOW_SECONDS, type RateClass, rateWithKey } from '@almanac/contract';
import type { Deps } from '../app/deps.ts';
import { API_PREFIX } from './route.ts';

/** The contract's promises to callers and the limits of this deployment, for programs to read. */
export function policyOf(
  {
    build,
    siteUrl,
    baseUrl,
    securityContacts,
    access,
  }: Pick<Deps, 'access' | 'baseUrl' | 'build' | 'securityContacts' | 'siteUrl'>,
  rates: Readonly<Record<RateClass, number>>,
) {
  const endpoints = ENDPOINTS.map((endpoint): Endpoint => {
    const isKeyless = access.keyless.has(`${endpoint.method} ${endpoint.path}`);
    return isKeyless ? { ...endpoint, auth: 'none' } : endpoint;
  });
  return {
    version: build.version,
    documentation: `${siteUrl}/docs`,
    openapi: `${baseUrl}/openapi.json`,
    status: `${siteUrl}/status`,
    contact: { security: securityContacts },
    authentication: {
      scheme: 'bearer',
      header: 'Authorization',
      neededFor: endpoints.filter(({ auth }) => auth === 'bearer').map(({ id }) => id),
      keys: { endpoint: 'requestAccess', policy: access.policy },
    },
    rateLimits: {
      windowSeconds: RATE_WINDOW_SECONDS,
      countedBy: { withoutKey: 'address', withKey: 'account' },
      // `fresh` is taken beside the class of its endpoint, by whoever asks for newer data than there are.
      requestsPerWindow: rates,
      headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
      beyond: { status: 429, header: 'Retry-After' },
    },
    caching: { header: 'Cache-Control', conditional: 'If-None-Match' },
    endpoints: endpoints.map(promised),
  };
}

function promised(endpoint: Endpoint) {
  const { id, method, path, rate, auth, cache } = endpoint;
  return {
    id,
    method,
    path: API_PREFIX + path,
    auth,
    rate: { withoutKey: auth === 'bearer' ? null : rate, withKey: rateWithKey(rate) },
    // What needs a key is never cached.
    cacheSeconds: auth === 'none' ? cache : 0,
  };
}
