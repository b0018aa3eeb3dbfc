import { llmsText } from '../../../web/llms-text.ts';
import { wellKnown } from '../../well-known.ts';

/** What programs that read prose should know before they ask (llmstxt.org). */
export const llms = wellKnown('/llms.txt', 'text/plain; charset=utf-8', async ({ siteUrl, baseUrl, guides }) =>
  llmsText(siteUrl, baseUrl, await guides.read()),
);
