import type { Page } from 'playwright-core';

/** Counts how much of what is shown moves by itself from now on: the browser's own measure, 0 for nothing. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`globalThis.shifted = 0;
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.shifted += value; })
  .observe({ type: 'layout-shift', buffered: true });`);
}

/** After the page has been drawn to its end. */
export async function shiftOf(page: Page): Promise<number> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  return page.evaluate<number>('globalThis.shifted');
}

/** Rows of a long table may come in two pieces, and its columns then move by a hair; a hundredth is a tenth of what counts as good. */
export const NO_SHIFT = 0.01;
