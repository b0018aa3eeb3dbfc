import { getOpenapi } from '@almanac/contract';
import { describeApi } from '../../../app/describe-api.ts';
import { route } from '../../route.ts';

export const openapi = route(getOpenapi, async (deps) => ({ data: { ...(await describeApi(deps)) } }));
