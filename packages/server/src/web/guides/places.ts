import { ENDPOINTS } from '@almanac/contract';
import { endpointAddress } from '../reference/groups.ts';

/** Pages whose address is no endpoint's, too: `/search` in a document is mostly that of the API. */
const PAGES = ['/scan', '/insights', '/status', '/llms.txt', '/llms-full.txt'];

const PLACES: ReadonlyMap<string, string> = new Map([
  ...ENDPOINTS.map(({ id, area, method, path }) => [`${method} ${path}`, endpointAddress(area, id)] as const),
  ...PAGES.map((path) => [path, path] as const),
]);

/** Of `GET /cve/:id` the place in the reference, of `/scan` the page; undefined: it is neither. */
export function addressOfCode(code: string): string | undefined {
  return PLACES.get(code);
}
