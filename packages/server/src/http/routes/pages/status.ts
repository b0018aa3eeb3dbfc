import { statusPage } from '../../../web/status-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

/** `/sources` for people. */
export const status = page('/status', 60, async ({ sourceStates, now, baseUrl }) => {
  const sources = [...(await sourceStates.read()).values()];
  return { html: statusPage(sources, new Date(now()).toISOString(), baseUrl), policy: PAGE_POLICY };
});
