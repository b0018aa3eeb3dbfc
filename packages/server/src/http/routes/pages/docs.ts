import { optionalScript } from '../../../app/browser-code.ts';
import { describeApi } from '../../../app/describe-api.ts';
import { referencePage } from '../../../web/reference/index-page.ts';
import { SCRIPT_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const HOUR = 3_600;

/** The API reference for people, from the same document as `/openapi.json`. */
export const docs = page('/docs', HOUR, async (deps) => {
  const document = await describeApi(deps);
  const script = await optionalScript(deps.browserCode, 'reference');
  return { html: referencePage(document, script), policy: SCRIPT_POLICY };
});
