import { chosenInAddress, queryOf } from '../../../app/my-packages/chosen.ts';
import { myPackages } from '../../../app/my-packages/my-packages.ts';
import { emptyMyPage, MY_POLICY, myPage } from '../../../web/my/page.ts';
import { page } from '../../page.ts';

/** Short: it names its scripts by their hashes, which another release does not have. */
const MINUTE = 60;

/** What needs attention in the packages of a list that is in the address. */
export const my = page(
  '/my',
  MINUTE,
  async (deps, { query }, context) => {
    const chosen = chosenInAddress(query);
    const scripts = await deps.browserCode.read();
    if (chosen === null) return { html: emptyMyPage(scripts), policy: MY_POLICY };
    const { packages, maintainer } = chosen;
    const address = queryOf(chosen);
    // One list has one address, however a form has sent it.
    if (packages !== null && packages.join(',') !== query['packages'])
      return { location: `/my?${address}`, status: 302 };
    const { data: answer, envelopeFields: coverage, cutShort } = await myPackages(deps, chosen, context);
    const model = { packages, maintainer, query: address, answer, coverage, siteUrl: deps.siteUrl, now: deps.now() };
    return { html: myPage(model, scripts), policy: MY_POLICY, ...(cutShort ? { ttl: 0 } : {}) };
  },
  ['packages', 'maintainer'],
  ['packages'],
);
