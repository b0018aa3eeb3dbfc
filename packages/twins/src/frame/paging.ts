interface Page<T> {
  readonly items: readonly T[];
  readonly link: string | null;
}

/** GitHub's numbered pages: `page` and `per_page`, neighbours in the `Link` header. */
export function numberedPage<T>(all: readonly T[], url: URL, sizes: { usual: number; most: number }): Page<T> {
  const size = Math.min(positive(url.searchParams.get('per_page')) ?? sizes.usual, sizes.most);
  const page = positive(url.searchParams.get('page')) ?? 1;
  const last = Math.max(1, Math.ceil(all.length / size));
  const links: string[] = [];
  if (page > 1) links.push(linkTo(url, 'page', page - 1, 'prev'));
  if (page < last) links.push(linkTo(url, 'page', page + 1, 'next'), linkTo(url, 'page', last, 'last'));
  if (page > 1) links.push(linkTo(url, 'page', 1, 'first'));
  return { items: all.slice((page - 1) * size, page * size), link: links.length === 0 ? null : links.join(', ') };
}

/** GitHub's cursor pages: an opaque `after`, the next one in the `Link` header. */
export function cursorPage<T>(
  all: readonly T[],
  url: URL,
  keyOf: (item: T) => string,
  sizes: { usual: number; most: number },
): Page<T> {
  const size = Math.min(positive(url.searchParams.get('per_page')) ?? sizes.usual, sizes.most);
  const after = url.searchParams.get('after');
  const key = after === null ? null : Buffer.from(after, 'base64url').toString();
  const from = key === null ? 0 : all.findIndex((item) => keyOf(item) === key) + 1;
  const items = all.slice(from, from + size);
  const end = items.at(-1);
  const more = end !== undefined && from + size < all.length;
  return { items, link: more ? linkTo(url, 'after', Buffer.from(keyOf(end)).toString('base64url'), 'next') : null };
}

function positive(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function linkTo(url: URL, name: string, value: number | string, rel: string): string {
  const other = new URL(url);
  other.searchParams.set(name, String(value));
  return `<${other.href}>; rel="${rel}"`;
}
