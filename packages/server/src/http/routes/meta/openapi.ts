import { getOpenapi, openapiInSlices } from '@almanac/contract';
import { inSlices } from '../../../platform/in-slices.ts';
import { route } from '../../route.ts';

export const openapi = route(getOpenapi, async ({ build, baseUrl }, _input, { signal }) => ({
  data: { ...(await inSlices(openapiInSlices({ version: build.version, serverUrl: baseUrl }), signal)) },
}));
