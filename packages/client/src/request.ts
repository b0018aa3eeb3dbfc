import type { Endpoint } from '@almanac/contract';

export interface GivenInput {
  readonly params?: Values | undefined;
  readonly query?: Values | undefined;
  readonly body?: unknown;
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Encodes every parameter, so that `@scope/name` is one segment. */
export function buildUrl(baseUrl: string, { path }: Endpoint, { params = {}, query = {} }: GivenInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`The parameter '${name}' is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const asked = search.toString();
  return `${baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl}${filled}${asked === '' ? '' : `?${asked}`}`;
}
