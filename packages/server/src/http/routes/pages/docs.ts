import { openapiInSlices } from '@almanac/contract';
import { inSlices } from '../../../platform/in-slices.ts';
import { referencePage } from '../../../web/reference-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

/** The API reference for people, from the same document as `/openapi.json`. */
export const docs = page('/docs', 3_600, async ({ build, baseUrl }, _visit, { signal }) => ({
  html: referencePage(await inSlices(openapiInSlices({ version: build.version, serverUrl: baseUrl }), signal)),
  policy: PAGE_POLICY,
}));
