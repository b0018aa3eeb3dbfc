import { getVersion } from '@almanac/contract';
import { schemaVersion } from '../../../queries/schema-version.ts';
import { route } from '../../route.ts';

export const version = route(getVersion, async ({ databases, build, access, announceSnapshot }) => ({
  data: {
    api: 'v1' as const,
    build: build.version,
    commit: build.commit,
    schema: await databases.readWithFallback(schemaVersion),
    startedAt: new Date(build.startedAt).toISOString(),
    access: {
      deviceEndpoint: access.deviceEndpoint,
      tokenEndpoint: access.tokenEndpoint,
      clientId: access.clientId,
      policy: access.policy,
    },
    snapshot: await announceSnapshot(),
  },
}));
