import { homeModel } from '../../../app/home/page-model.ts';
import { homePage } from '../../../web/home/page.ts';
import { optionalScript } from '../../../web/scan/scripts.ts';
import { SCRIPT_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const MINUTE = 60;
/** Of a page without what came too late. */
const SOON = 5;

export const home = page('/', MINUTE, async (deps) => {
  const [model, script] = await Promise.all([homeModel(deps), optionalScript(deps.browserCode, 'home')]);
  return { html: homePage(model, script), policy: SCRIPT_POLICY, ttl: model.open === 'late' ? SOON : MINUTE };
});
