import { invalidParameter } from '../../../app/errors.ts';
import { packagePageModel } from '../../../app/packages/page-model.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import { packagePage as packagePageHtml } from '../../../web/package/page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const FIFTEEN_MINUTES = 900;
const LONGEST_NAME = 512;
const LONGEST_VERSION = 256;

/** The page of a package of the collection, or of any name that records speak of. */
export const packages = page(
  '/package/:name',
  FIFTEEN_MINUTES,
  async (deps, { params: { name = '' }, query: { version = '' } }, { charge, signal }) => {
    if (name.length > LONGEST_NAME || CONTROL.test(name)) {
      throw invalidParameter('name', 'is not the name of a package', 'Write it without control characters.');
    }
    const asked = version.trim();
    if (asked.length > LONGEST_VERSION || CONTROL.test(asked)) {
      throw invalidParameter('version', 'is not a version', 'Write it without control characters.');
    }
    const model = await packagePageModel(deps, name, asked === '' ? null : asked, charge);
    return { html: await inSlices(packagePageHtml(model), signal), policy: PAGE_POLICY };
  },
  ['version'],
);

const CONTROL = /\p{Cc}/u;
