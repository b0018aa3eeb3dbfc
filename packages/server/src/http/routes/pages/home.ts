import { optionalScript } from '../../../app/browser-code.ts';
import { homeModel } from '../../../app/home/page-model.ts';
import { homePage } from '../../../web/home/page.ts';
import { SCRIPT_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';
import { INSIGHTS } from './insights.ts';

const MINUTE = 60;
/** Topics whose figures fit a small card. */
const SMALL: readonly string[] = ['severity', 'time-to-fix', 'fix-rate'];
/** Of a page without what came too late. */
const SOON = 5;

export const home = page('/', MINUTE, async (deps) => {
  const [model, insights, script] = await Promise.all([
    homeModel(deps),
    Promise.all(INSIGHTS.filter(({ topic }) => SMALL.includes(topic.id)).map(({ read }) => read(deps))),
    optionalScript(deps.browserCode, 'home'),
  ]);
  return { html: homePage(model, insights, script), policy: SCRIPT_POLICY, ttl: model.open === 'late' ? SOON : MINUTE };
});
