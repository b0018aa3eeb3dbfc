import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openCveApp } from '../support/cve-app.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

describe.skipIf(!existsSync(executablePath))('the reference in a browser, with all endpoints', () => {
  it.each([
    [360, 'dark'],
    [1280, 'light'],
  ] as const)('passes axe, %i wide in %s', async (width, colorScheme) => {
    await using given = await openCveApp();
    await using stack = new AsyncDisposableStack();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    stack.defer(() => browser.close());
    // The page's own policy forbids scripts; only the checker's may pass.
    const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${given.app.url}/docs`);
    await page.addScriptTag({ content: axe.source });

    const violations = await page.evaluate<string[]>(
      'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 120)))',
    );

    expect(violations).toEqual([]);
  });
});
