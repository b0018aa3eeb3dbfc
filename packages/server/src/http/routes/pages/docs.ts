import { openapiDocument } from '@almanac/contract';
import { optionalScript } from '../../../app/browser-code.ts';
import { referencePage } from '../../../web/reference/index-page.ts';
import { SCRIPT_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const HOUR = 3_600;

/** The API reference for people, from the same document as `/openapi.json`. */
export const docs = page('/docs', HOUR, async ({ build, baseUrl, browserCode }) => {
  const deployment = { version: build.version, serverUrl: baseUrl };
  const document = openapiDocument(deployment);
  return { html: referencePage(document, await optionalScript(browserCode, 'reference')), policy: SCRIPT_POLICY };
});
