import { readSearchInput } from '@almanac/core/search';
import { invalidParameter } from '../../../app/errors.ts';
import { suggestionsFor } from '../../../app/my-packages/suggestions.ts';
import { packagePageModel } from '../../../app/packages/page-model.ts';
import { pageOfInput } from '../../../app/search/page-of-input.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import { packagePage as packagePageHtml } from '../../../web/package/page.ts';
import { unknownPackagePage } from '../../../web/package/unknown-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const FIFTEEN_MINUTES = 900;
const LONGEST_NAME = 512;
const LONGEST_VERSION = 256;

/** The page of a nixpkgs package, or of any name that a record has. `name@version` and package URLs lead there. */
export const packages = page(
  '/package/:name',
  FIFTEEN_MINUTES,
  async (deps, { params: { name = '' }, query: { version = '' } }, { charge, signal }) => {
    if (name.length > LONGEST_NAME || CONTROL.test(name)) {
      throw invalidParameter('name', 'is not a package name', 'Remove control characters.');
    }
    const asked = version.trim();
    if (asked.length > LONGEST_VERSION || CONTROL.test(asked)) {
      throw invalidParameter('version', 'is not a version', 'Remove control characters.');
    }
    const input = readSearchInput(name);
    if (input.kind === 'package' && input.name !== name && asked === '') {
      const location = await deps.databases.readWithFallback((db) => pageOfInput(db, input));
      if (location !== null) return { location, status: 302 };
    }
    const model = await packagePageModel(deps, name, asked === '' ? null : asked, charge);
    if (model === null) {
      const [suggestions = []] = await deps.databases.readWithFallback((db) =>
        suggestionsFor(db, [{ name, version: null }]),
      );
      return { html: unknownPackagePage(name, suggestions), policy: PAGE_POLICY, status: 404 };
    }
    return { html: await inSlices(packagePageHtml(model), signal), policy: PAGE_POLICY };
  },
  ['version'],
);

const CONTROL = /\p{Cc}/u;
