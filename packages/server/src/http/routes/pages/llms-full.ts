import { routeUnknown } from '../../../app/errors.ts';
import { llmsFullText } from '../../../web/llms-text.ts';
import { wellKnown } from '../../well-known.ts';

/** The text of `/llms.txt`, and every guide in full. */
export const llmsFull = wellKnown(
  '/llms-full.txt',
  'text/plain; charset=utf-8',
  async ({ siteUrl, baseUrl, guides }) => {
    const all = await guides.read();
    if (all.length === 0) throw routeUnknown('/llms-full.txt');
    return llmsFullText(siteUrl, baseUrl, all);
  },
);
