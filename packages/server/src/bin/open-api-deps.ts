import { type Deps, openDeps } from '../app/deps.ts';
import { accessSettings } from './access-settings.ts';
import { chatModelOf, dataSelection, type Environment } from './environment.ts';
import { publishedSnapshot } from './snapshot-settings.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What handlers use, in the process and in its thread for large answers. */
export function openApiDeps(
  environment: Environment,
  own: Pick<Deps, 'build' | 'databases' | 'now' | 'receivers' | 'redis'>,
): Deps {
  const baseUrl = environment.BASE_URL ?? `http://${environment.HOST}:${environment.PORT}/api/v1`;
  return openDeps({
    ...own,
    baseUrl,
    siteUrl: environment.SITE_URL,
    notice: environment.SITE_NOTICE,
    selection: dataSelection(environment),
    snapshot: publishedSnapshot(environment, environment.SITE_URL ?? baseUrl.replace(/\/api\/v1$/, '')),
    securityContacts: environment.SECURITY_CONTACT,
    liveFetchQueue: environment.LIVE_FETCH_QUEUE,
    stagingRebuilds: environment.STAGING_REBUILDS,
    chatModel: chatModelOf(environment),
    access: accessSettings(environment),
    sbom: {
      processes: environment.SBOM_PROCESSES,
      waiting: 2 * environment.SBOM_PROCESSES,
      variables: withoutSecrets(process.env),
    },
  });
}
