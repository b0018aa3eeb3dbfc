import type { HttpAnswer } from '../../platform/http-client.ts';
import { elementOf, type JsonElement } from '../../platform/json-elements.ts';
import { GITHUB_JSON, githubElements, githubRefusal, isGithubRefusal } from '../github.ts';
import type { SourceDeps } from '../source.ts';

export interface Api {
  /** `owner/name`. */
  readonly repository: string;
  list(path: string, params: Readonly<Record<string, string>>): Promise<ListPage>;
  /** Returns a null document if it is missing or has moved; `gone` is the upstream's statement then. */
  one(path: string, params?: Readonly<Record<string, string>>): Promise<{ element: JsonElement; gone: boolean }>;
}

export interface ListPage {
  readonly elements: readonly JsonElement[];
  readonly hasNext: boolean;
  readonly headers: ReadonlyMap<string, string>;
  /** The listing does not exist, because the issue is gone. */
  readonly gone: boolean;
}

/** Missing, moved to another repository, or deleted. */
const GONE: readonly number[] = [301, 404, 410];

export function openApi({ http }: Pick<SourceDeps, 'http'>, url: string, signal: AbortSignal): Api {
  const root = url.endsWith('/') ? url.slice(0, -1) : url;

  async function ask(path: string, params: Readonly<Record<string, string>>, follow: boolean) {
    const address = new URL(`${root}/${path}`);
    for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
    const answer = await http.get(address.href, { signal, accept: GITHUB_JSON, follow });
    return { address: address.href, answer };
  }

  return {
    repository: root.split('/').slice(-2).join('/'),
    async list(path, params) {
      const { address, answer } = await ask(path, params, true);
      const { headers } = answer;
      if (isGone(answer)) return { elements: [], hasNext: false, headers, gone: true };
      if (answer.status !== 200) throw githubRefusal('nixpkgs', address, answer);
      const hasNext = /;\s*rel="?next"?/i.test((headers.get('link') ?? '').slice(0, 10_000));
      return { elements: githubElements('nixpkgs', address, answer), hasNext, headers, gone: false };
    },
    async one(path, params = {}) {
      const { address, answer } = await ask(path, params, false);
      const gone = isGone(answer);
      if (!gone && answer.status !== 200) throw githubRefusal('nixpkgs', address, answer);
      return { element: elementOf(answer.body), gone };
    },
  };
}

function isGone({ status, body }: HttpAnswer): boolean {
  return GONE.includes(status) && isGithubRefusal(elementOf(body));
}
