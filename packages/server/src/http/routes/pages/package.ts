import { readSearchInput } from '@almanac/core/search';
import { optionalScript } from '../../../app/browser-code.ts';
import { invalidParameter } from '../../../app/errors.ts';
import { suggestionsFor } from '../../../app/my-packages/suggestions.ts';
import { packagePageModel } from '../../../app/packages/page-model.ts';
import { pageOfInput } from '../../../app/search/page-of-input.ts';
import { packagePage as packagePageHtml } from '../../../web/package/page.ts';
import { unknownPackagePage } from '../../../web/package/unknown-page.ts';
import { PAGE_POLICY, SCRIPT_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const FIFTEEN_MINUTES = 900;
const MAX_NAME_LENGTH = 512;
const MAX_VERSION_LENGTH = 256;
const MAX_PAGE = 1_000;

/** The page of a nixpkgs package, or of any name in a record. `name@version` and package URLs redirect to it. */
export const packages = page(
  '/package/:name',
  FIFTEEN_MINUTES,
  async (deps, { params: { name = '' }, query: { version = '', page: number = '1' } }, { charge }) => {
    if (name.length > MAX_NAME_LENGTH || CONTROL.test(name)) {
      throw invalidParameter('name', 'is not a package name', 'Remove control characters.');
    }
    const asked = version.trim();
    if (asked.length > MAX_VERSION_LENGTH || CONTROL.test(asked)) {
      throw invalidParameter('version', 'is not a version', 'Remove control characters.');
    }
    const page = Number(number);
    if (!Number.isSafeInteger(page) || page < 1 || page > MAX_PAGE) {
      throw invalidParameter('page', 'is not a page', `Expected a number from 1 to ${MAX_PAGE}.`);
    }
    const input = readSearchInput(name);
    if (input.kind === 'package' && input.name !== name && asked === '') {
      const location = await deps.databases.readWithFallback((db) => pageOfInput(db, input));
      if (location !== null) return { location, status: 302 };
    }
    const model = await packagePageModel(deps, { name, asked: asked === '' ? null : asked, page }, charge);
    if (model === null) {
      const [suggestions = []] = await deps.databases.readWithFallback((db) =>
        suggestionsFor(db, [{ name, version: null }]),
      );
      return { html: unknownPackagePage(name, suggestions), policy: PAGE_POLICY, status: 404 };
    }
    const script = await optionalScript(deps.browserCode, 'copy');
    return { html: packagePageHtml(model, script), policy: SCRIPT_POLICY };
  },
  ['version', 'page'],
);

const CONTROL = /\p{Cc}/u;
