import type { JsonElement } from '../../platform/json-elements.ts';
import { GITHUB_JSON, githubElements, githubRefusal } from '../github.ts';
import { type Http, UnexpectedUpstream } from '../source.ts';
import type { AdvisoryType } from './schema.ts';

/** Oldest first, so that changes made meanwhile end up ahead of us. */
export interface Query {
  readonly type: AdvisoryType;
  readonly sort: 'published' | 'updated';
  /** In GitHub's search syntax, such as `>=2026-09-15T09:30:00Z`. `modified` means updated or published. */
  readonly published?: string;
  readonly modified?: string;
  readonly cve_id?: string;
}

const PER_PAGE = '100';

/** Half a million advisories of one type. */
const MOST_PAGES = 5000;

export interface AdvisoryPage {
  readonly elements: readonly JsonElement[];
  readonly headers: ReadonlyMap<string, string>;
}

/** Throws for an incomplete page before yielding any of it. */
export async function* fetchPages(
  http: Http,
  url: string,
  query: Query,
  signal: AbortSignal,
): AsyncGenerator<AdvisoryPage> {
  const cursors = new Set<string>();
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const address = buildUrl(url, query, after);
    const answer = await http.get(address, { signal, accept: GITHUB_JSON });
    if (answer.status !== 200) throw githubRefusal('advisory', address, answer);
    yield { elements: githubElements('advisory', address, answer), headers: answer.headers };
    const next = nextCursor(answer.headers.get('link'), address);
    if (next === null) return;
    if (cursors.has(next)) throw new UnexpectedUpstream('advisory', `the pages of ${query.type} go round in a circle`);
    cursors.add(next);
    after = next;
  }
  throw new UnexpectedUpstream('advisory', `the listing of ${query.type} has more than ${MOST_PAGES} pages`);
}

function buildUrl(url: string, query: Query, after: string | null): string {
  const address = new URL(url);
  const params = { ...query, direction: 'asc', per_page: PER_PAGE, ...(after !== null && { after }) };
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  return address.href;
}

/**
 * Returns the next page's cursor from the `Link` header (RFC 8288), or null. Ignores the rest of the link, so that the
 * upstream cannot redirect our query.
 */
export function nextCursor(link: string | undefined, address: string): string | null {
  const target = linkTo('next', link ?? '');
  if (target === null) return null;
  const cursor = URL.canParse(target, address) ? new URL(target, address).searchParams.get('after') : null;
  if (!cursor) throw new UnexpectedUpstream('advisory', `the next page of ${address} has no cursor`);
  return cursor;
}

/** `<target>; rel="next", <target>; rel="prev"`; a target may contain commas. */
function linkTo(relation: string, header: string): string | null {
  let open = header.indexOf('<');
  while (open !== -1) {
    const close = header.indexOf('>', open);
    if (close === -1) return null;
    const next = header.indexOf('<', close);
    const params = header.slice(close + 1, next === -1 ? header.length : next);
    if (params.split(/[;,]/).some((param) => isRelation(param.trim(), relation))) return header.slice(open + 1, close);
    open = next;
  }
  return null;
}

function isRelation(param: string, relation: string): boolean {
  const lower = param.toLowerCase();
  return lower === `rel="${relation}"` || lower === `rel=${relation}`;
}
