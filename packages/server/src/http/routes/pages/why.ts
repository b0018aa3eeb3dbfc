import { optionalScript } from '../../../app/browser-code.ts';
import { explainPackage } from '../../../app/cve/explain-package.ts';
import { ApiError } from '../../../app/errors.ts';
import { unknownCvePage } from '../../../web/cve/unknown-page.ts';
import { SCRIPT_POLICY } from '../../../web/styles.ts';
import { whyPage } from '../../../web/why-page.ts';
import { page } from '../../page.ts';

const FIFTEEN_MINUTES = 900;
const MAX_LENGTH = 512;

/** Why a vulnerability affects a package or does not: a page to link to. */
export const why = page(
  '/why',
  FIFTEEN_MINUTES,
  async (deps, { query }, context) => {
    const input = { package: clean(query['package']), version: clean(query['version']), cve: clean(query['cve']) };
    const script = await optionalScript(deps.browserCode, 'copy');
    const isComplete = input.package !== '' && input.cve !== '';
    const isReadable = Object.values(input).every((value) => value.length <= MAX_LENGTH && !CONTROL.test(value));
    if (!isComplete || !isReadable) {
      const answer = isReadable
        ? null
        : ({ problem: `Expected at most ${MAX_LENGTH} characters on one line.`, status: 400 } as const);
      return { html: whyPage(input, answer, deps, script), policy: SCRIPT_POLICY, status: answer?.status ?? 200 };
    }
    try {
      const { version } = input;
      const question = { package: input.package, version: version === '' ? null : version, vulnerability: input.cve };
      const answer = await explainPackage(deps, question, context);
      const status = 'problem' in answer ? answer.status : 200;
      return { html: whyPage(input, answer, deps, script), policy: SCRIPT_POLICY, status };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CVE_UNKNOWN') throw error;
      return { html: unknownCvePage(input.cve), policy: SCRIPT_POLICY, status: 404 };
    }
  },
  ['package', 'version', 'cve'],
);

const CONTROL = /\p{Cc}/u;

function clean(text = ''): string {
  return text.trim();
}
