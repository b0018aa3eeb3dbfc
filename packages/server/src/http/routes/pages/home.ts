import { homePage } from '../../../web/home-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

export const home = page('/', 60, async ({ sourceStates, now }) => {
  const sources = [...(await sourceStates.read()).values()];
  return { html: homePage(sources, new Date(now()).toISOString()), policy: PAGE_POLICY };
});
