import { type Endpoint, type OpenapiDocument, openapiSteps } from '@almanac/contract';
import { inSlices } from '../platform/in-slices.ts';
import type { Deps } from './deps.ts';

/** Describes the endpoints, or all of them, without keeping other requests waiting. */
export function describeApi(
  { build, baseUrl, signal }: Pick<Deps, 'build' | 'baseUrl' | 'signal'>,
  endpoints?: readonly Endpoint[],
): Promise<OpenapiDocument> {
  return inSlices(openapiSteps({ version: build.version, serverUrl: baseUrl }, endpoints), signal);
}
