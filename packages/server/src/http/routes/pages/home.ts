import { homeModel } from '../../../app/home/page-model.ts';
import { homePage } from '../../../web/home/page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const MINUTE = 60;
/** Of a page without what came too late. */
const SOON = 5;

export const home = page('/', MINUTE, async (deps) => {
  const model = await homeModel(deps);
  return { html: homePage(model), policy: PAGE_POLICY, ttl: model.open === 'late' ? SOON : MINUTE };
});
