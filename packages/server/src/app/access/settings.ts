import type { AccessPolicy } from '@almanac/contract';
import { type IdentityProvider, ProviderAway } from '../../platform/identity-provider.ts';

/** How access is given, and through whom. */
export interface AccessSettings {
  readonly provider: IdentityProvider;
  readonly policy: AccessPolicy;
  /** Numbers of accounts, and logins in lower case. */
  readonly allowlist: ReadonlySet<string>;
  readonly deviceEndpoint: string;
  readonly tokenEndpoint: string;
  readonly clientId: string | null;
  /** What a key allows. */
  readonly requestsPerMinute: number;
  /** Endpoints that this deployment answers without a key, though the contract asks for one: `POST /sbom`. */
  readonly keyless: ReadonlySet<string>;
}

/** Nobody can be asked who someone is. */
export const NO_ACCESS: AccessSettings = {
  provider: {
    name: 'none',
    whoIs: () => Promise.reject(new ProviderAway('no identity provider is configured')),
  },
  policy: 'manual',
  allowlist: new Set(),
  deviceEndpoint: 'https://github.com/login/device/code',
  tokenEndpoint: 'https://github.com/login/oauth/access_token',
  clientId: null,
  requestsPerMinute: 300,
  keyless: new Set(),
};
