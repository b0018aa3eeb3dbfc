import { UnexpectedUpstream } from '../source.ts';

/**
 * The cursor of the page after this one, out of the `Link` header (RFC 8288), or null after the last. Only the cursor is
 * taken: where we ask and for what stays ours.
 */
export function nextCursor(link: string | undefined, address: string): string | null {
  const target = linkTo('next', link ?? '');
  if (target === null) return null;
  const cursor = URL.canParse(target, address) ? new URL(target, address).searchParams.get('after') : null;
  if (!cursor) throw new UnexpectedUpstream('advisory', `the next page of ${address} has no cursor`);
  return cursor;
}

/** `<target>; rel="next", <target>; rel="prev"`; a target may have commas in it. */
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
