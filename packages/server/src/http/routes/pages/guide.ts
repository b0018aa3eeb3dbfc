import { optionalScript } from '../../../app/browser-code.ts';
import { ApiError, routeUnknown } from '../../../app/errors.ts';
import type { Guide } from '../../../app/guides/guides.ts';
import { GUIDE_POLICY, guidePage } from '../../../web/guides/page.ts';
import { page } from '../../page.ts';

const HOUR = 3_600;

export const guide = page('/guides/:name', HOUR, async ({ guides, build, browserCode }, { params: { name = '' } }) => {
  const all = await guides.read();
  return {
    html: guidePage(all, findGuide(all, name), build.version, await optionalScript(browserCode, 'copy')),
    policy: GUIDE_POLICY,
  };
});

/** Finds a guide by its name, or throws a 404. */
export function findGuide(all: readonly Guide[], name: string): Guide {
  if (all.length === 0) throw routeUnknown(`/guides/${name}`);
  const guide = all.find((each) => each.name === name);
  if (guide === undefined)
    throw new ApiError('ROUTE_UNKNOWN', 'Guide not found', { hint: 'GET /guides lists all guides.' });
  return guide;
}
