import { openapiDocument } from '@almanac/contract';
import { referencePage } from '../../../web/reference-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

/** The API reference for people, from the same document as `/openapi.json`. */
export const docs = page('/docs', 3_600, async ({ build, baseUrl }) => ({
  html: referencePage(openapiDocument({ version: build.version, serverUrl: baseUrl })),
  policy: PAGE_POLICY,
}));
