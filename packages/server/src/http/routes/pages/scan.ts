import { SCAN_POLICY, scanPage } from '../../../web/scan/page.ts';
import { page } from '../../page.ts';

/** Short: it names its scripts by their hashes, which another release does not have. */
const MINUTE = 60;

/** Reads lockfiles and bills of materials in the browser. */
export const scan = page('/scan', MINUTE, async ({ browserCode, siteUrl, build, snapshot }) => ({
  html: scanPage({ scripts: await browserCode.read(), siteUrl, version: build.version, snapshot }),
  policy: SCAN_POLICY,
}));
