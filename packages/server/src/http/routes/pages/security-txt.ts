import { routeUnknown } from '../../../app/errors.ts';
import { wellKnown } from '../../well-known.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 section 2.5.5 recommends less than a year. */
const VALID_DAYS = 90;

/** RFC 9116. Whoever runs the service says who is to be told; where nobody did there is no such file. */
export const securityTxt = wellKnown(PATH, 'text/plain; charset=utf-8', async ({ securityContacts, siteUrl, now }) => {
  if (securityContacts.length === 0) throw routeUnknown(PATH);
  const expires = new Date((Math.floor(now() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // Section 2.5.2: an address that is not https says nothing about whose the file is.
    ...(siteUrl.startsWith('https://') ? [`Canonical: ${siteUrl}${PATH}`] : []),
    '',
  ].join('\n');
});
