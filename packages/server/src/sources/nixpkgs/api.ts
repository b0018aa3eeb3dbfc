import type { HttpAnswer } from '../../platform/http-client.ts';
import { elementOf, elementsOfArray, type JsonElement, MalformedJson } from '../../platform/json-elements.ts';
import { githubRefusal } from '../github-refusal.ts';
import { type SourceDeps, UnexpectedUpstream } from '../source.ts';
import { GithubRefusal } from './schema.ts';

const ACCEPT = 'application/vnd.github+json';

/** One repository of GitHub's REST API. */
export interface Api {
  /** `owner/name`. */
  readonly repository: string;
  /** The elements of a listing, and whether there is a page after it. */
  list(path: string, params: Readonly<Record<string, string>>): Promise<ListPage>;
  /** A single document; null where the upstream has none or has it elsewhere: then `gone` says so in its words. */
  one(path: string, params?: Readonly<Record<string, string>>): Promise<{ element: JsonElement; gone: boolean }>;
}

export interface ListPage {
  readonly elements: readonly JsonElement[];
  readonly hasNext: boolean;
  readonly headers: ReadonlyMap<string, string>;
  /** There is no such listing: the issue has gone. */
  readonly gone: boolean;
}

/** Not there, moved to another repository, deleted. */
const GONE: readonly number[] = [301, 404, 410];

export function openApi({ http }: Pick<SourceDeps, 'http'>, url: string, signal: AbortSignal): Api {
  const root = url.endsWith('/') ? url.slice(0, -1) : url;

  async function ask(path: string, params: Readonly<Record<string, string>>, follow: boolean) {
    const address = new URL(`${root}/${path}`);
    for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
    const answer = await http.get(address.href, { signal, accept: ACCEPT, follow });
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
      return { elements: elementsIn(address, answer), hasNext, headers, gone: false };
    },
    async one(path, params = {}) {
      const { address, answer } = await ask(path, params, false);
      const gone = isGone(answer);
      if (!gone && answer.status !== 200) throw githubRefusal('nixpkgs', address, answer);
      return { element: elementOf(answer.body), gone };
    },
  };
}

/** Somebody in between answers 404 too, but not in GitHub's form. */
function isGone({ status, body }: HttpAnswer): boolean {
  if (!GONE.includes(status)) return false;
  const element = elementOf(body);
  return 'value' in element && GithubRefusal.safeParse(element.value).success;
}

function elementsIn(address: string, { body }: HttpAnswer): JsonElement[] {
  try {
    return [...elementsOfArray(body)];
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new UnexpectedUpstream('nixpkgs', `${address}: ${error.message}`, { cause: error });
  }
}
