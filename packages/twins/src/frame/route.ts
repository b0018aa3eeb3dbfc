import type { Answer, TwinRequest } from './answer.ts';
import type { RateLimit } from './rate-limit.ts';

/** `:name` matches a path segment, `*name` at the end matches the rest. */
export interface Route {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly limit?: RateLimit;
  handle(request: TwinRequest): Answer | null | Promise<Answer | null>;
}

interface RouteMatch {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/** HEAD uses the GET route. */
export function findRoute(routes: readonly Route[], method: string, path: string): RouteMatch | null {
  const wanted = method === 'HEAD' ? 'GET' : method;
  for (const route of routes) {
    if ((route.method ?? 'GET') !== wanted) continue;
    const params = matchSegments(route.path.split('/'), path.split('/'));
    if (params !== null) return { route, params };
  }
  return null;
}

function matchSegments(pattern: readonly string[], path: readonly string[]): Map<string, string> | null {
  const params = new Map<string, string>();
  for (const [index, segment] of pattern.entries()) {
    if (segment.startsWith('*')) {
      params.set(segment.slice(1), path.slice(index).map(decoded).join('/'));
      return params;
    }
    const given = path[index];
    if (given === undefined) return null;
    if (segment.startsWith(':')) params.set(segment.slice(1), decoded(given));
    else if (segment !== given) return null;
  }
  return path.length === pattern.length ? params : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
