import { getOpenapi, openapiDocument } from '@almanac/contract';
import { route } from '../../route.ts';

export const openapi = route(getOpenapi, async ({ build, baseUrl }) => ({
  data: { ...openapiDocument({ version: build.version, serverUrl: baseUrl }) },
}));
