import type { AccessSettings } from '../app/access/settings.ts';
import { openIdentityProvider } from '../platform/identity-provider.ts';
import { thisBuild } from './build.ts';
import type { Environment } from './environment.ts';

/** How access is given. Without the secret a token of any client says who someone is, so that a person has to look. */
export function accessSettings(environment: Environment): AccessSettings {
  const { ACCESS_CLIENT_ID: clientId = null, ACCESS_CLIENT_SECRET: clientSecret = null } = environment;
  const url = environment.ACCESS_URL.replace(/\/$/, '');
  const { version } = thisBuild(environment.COMMIT);
  return {
    provider: openIdentityProvider({
      apiUrl: environment.ACCESS_API_URL.replace(/\/$/, ''),
      userAgent: `Almanac/${version} (vulnerability information service)`,
      clientId,
      clientSecret,
    }),
    policy: environment.ACCESS_POLICY ?? (clientId === null || clientSecret === null ? 'manual' : 'open'),
    allowlist: environment.ACCESS_ALLOWLIST,
    deviceEndpoint: `${url}/login/device/code`,
    tokenEndpoint: `${url}/login/oauth/access_token`,
    clientId,
    requestsPerMinute: environment.RATE_LIMITS.key,
    keyless: new Set(environment.SBOM_WITHOUT_KEY === 'true' ? ['POST /sbom'] : []),
  };
}
