import { ENDPOINTS } from '@almanac/contract';
import { optionalScript } from '../../../app/browser-code.ts';
import { describeApi } from '../../../app/describe-api.ts';
import { ApiError } from '../../../app/errors.ts';
import { referenceGroupPage } from '../../../web/reference/group-page.ts';
import { areaNames } from '../../../web/reference/groups.ts';
import { SCRIPT_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const HOUR = 3_600;

/** One group of the API reference. */
export const docsGroup = page('/docs/:area', HOUR, async (deps, { params }) => {
  const members = ENDPOINTS.filter(({ area }) => area === params['area']);
  if (members.length === 0) {
    const known = areaNames()
      .map((area) => `/docs/${area}`)
      .join(', ');
    throw new ApiError('ROUTE_UNKNOWN', 'Page not found', { hint: `Known pages: ${known}.` });
  }
  const document = await describeApi(deps, members);
  const script = await optionalScript(deps.browserCode, 'reference');
  return { html: referenceGroupPage(document, script), policy: SCRIPT_POLICY };
});
