import { COMPARE_POLICY, comparePage } from '../../../web/compare-page.ts';
import { page } from '../../page.ts';

/** Short, since the page names its script by a hash that another release does not have. */
const MINUTE = 60;

/** Reads another scanner's report in the browser. */
export const compare = page('/compare', MINUTE, async ({ browserCode }) => ({
  html: comparePage((await browserCode.read()).compare.path),
  policy: COMPARE_POLICY,
}));
