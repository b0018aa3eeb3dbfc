import { ENDPOINTS } from '@almanac/contract';
import { endpointAddress } from '../reference/groups.ts';

/** Pages whose address is not an endpoint's. `/search` in a document usually means the API's. */
const PAGES = ['/scan', '/insights', '/status', '/llms.txt', '/llms-full.txt'];

const PLACES: ReadonlyMap<string, string> = new Map([
  ...ENDPOINTS.map(({ id, area, method, path }) => [`${method} ${path}`, endpointAddress(area, id)] as const),
  ...PAGES.map((path) => [path, path] as const),
]);

/** `GET /cve/:id` → its place in the reference, `/scan` → the page, otherwise undefined. */
export function addressOfCode(code: string): string | undefined {
  return PLACES.get(code);
}
