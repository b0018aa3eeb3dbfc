import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

/** A page of the demo as a picture. */
export interface Picture {
  readonly file: string;
  readonly address: string;
  /** What a visitor does before the picture is taken; resolves when the page shows it. */
  readonly visit?: (page: Page) => Promise<void>;
}

export const PICTURE_SIZE = { width: 1280, height: 800 } as const;
export const MOST_BYTES = 120_000;

export const PICTURES: readonly Picture[] = [
  { file: 'docs/media/page-home.webp', address: '/' },
  { file: 'docs/media/page-cve.webp', address: '/CVE-2021-44228' },
  { file: 'docs/media/page-package.webp', address: '/package/valkey' },
  { file: 'docs/media/page-scan.webp', address: '/scan', visit: scanExample },
];

/** Takes every picture of the site at this address; resolves to the size of each file. */
export async function takePictures(site: string, folder: string): Promise<readonly [file: string, bytes: number][]> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] });
  try {
    const taken: [file: string, bytes: number][] = [];
    for (const picture of PICTURES) {
      const bytes = await take(browser, site, picture);
      if (bytes.length > MOST_BYTES) throw new Error(`${picture.file} would have ${bytes.length} bytes`);
      await writeFile(path.join(folder, picture.file), bytes);
      taken.push([picture.file, bytes.length]);
    }
    return taken;
  } finally {
    await browser.close();
  }
}

async function take(browser: Browser, site: string, { address, visit }: Picture): Promise<Buffer> {
  const context = await browser.newContext({ viewport: PICTURE_SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const response = await page.goto(site + address);
  if (response?.status() !== 200) throw new Error(`${site}${address} answers ${response?.status()}`);
  await visit?.(page);
  // Playwright itself writes PNG and JPEG, which are several times as large.
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await context.close();
  return Buffer.from(data, 'base64');
}

/** The report of the first example of the page, when everything in it was answered and the plan is there. */
async function scanExample(page: Page): Promise<void> {
  await page.locator('[data-example]').first().click();
  await page.locator('#plan li').first().waitFor();
}
