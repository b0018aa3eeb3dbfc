import {
  getPurl,
  getVulns,
  type PurlResult,
  type UnknownReason,
  type Verdict,
  type VulnsResult,
} from '@almanac/contract';
import { mostTelling } from '@almanac/core/matching';
import { printPurl, purlOfPackage } from '@almanac/core/purl';
import { suggestEcosystem } from '@almanac/core/versions';
import { UsageError } from '../errors.ts';
import type { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

export interface PackageOptions {
  readonly version?: string;
  readonly ecosystem?: string;
}

/** What the API answers about a package. */
export interface PackageAnswer {
  readonly data: VulnsResult | PurlResult;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  readonly unknownReasons?: readonly UnknownReason[];
  readonly coverage: Parameters<typeof coverageWords>[0]['coverage'];
  readonly asOf: string | null;
}

/** Asks by purl, by ecosystem and name (as its purl), or by the name in the collection; with `cve` about this vulnerability alone. */
export async function askPackage(
  session: Pick<Session, 'client' | 'signal'>,
  name: string,
  options: PackageOptions & { readonly cve?: string },
): Promise<string> {
  const { client, signal } = session;
  const about = options.cve === undefined ? {} : { cve: options.cve };
  const purl = purlFor(name, options);
  if (purl !== null) return client.text(getPurl, { params: { purl }, query: about }, { signal });
  return collectionAnswer(session, name, options.version, about);
}

/** Versions of the collection that are asked about for one name, as many as its page judges. */
const MOST_ASKED = 6;

/** Without a version, the answer about the most telling version that the collection carries, as on the page of the package. */
async function collectionAnswer(
  { client, signal }: Pick<Session, 'client' | 'signal'>,
  name: string,
  version: string | undefined,
  about: { readonly cve?: string },
): Promise<string> {
  const ask = (attribute: string, query: { version?: string }) =>
    client.text(getVulns, { params: { package: attribute }, query: { ...query, ...about } }, { signal });
  const whole = await ask(name, version === undefined ? {} : { version });
  const { data } = JSON.parse(whole) as { readonly data: VulnsResult };
  const carried = new Map<string, { attribute: string; version: string }>();
  for (const place of data.carried ?? []) {
    const { attribute } = place;
    if (place.version !== null)
      carried.set(JSON.stringify([attribute, place.version]), { attribute, version: place.version });
  }
  const answers: { readonly text: string; readonly verdict: Verdict }[] = [];
  for (const place of [...carried.values()].slice(0, MOST_ASKED)) {
    const text = await ask(place.attribute, { version: place.version });
    answers.push({ text, verdict: (JSON.parse(text) as PackageAnswer).verdict });
  }
  return mostTelling(answers, ({ verdict }) => verdict)?.text ?? whole;
}

function purlFor(name: string, { version, ecosystem }: PackageOptions): string | null {
  if (name.startsWith('pkg:')) {
    if (ecosystem !== undefined)
      throw new UsageError('A package URL names its ecosystem itself: leave out --ecosystem.');
    if (version !== undefined) throw new UsageError(`Write the version into the package URL: ${name}@${version}`);
    return name;
  }
  if (ecosystem === undefined) return null;
  const { purl, problem } = purlOfPackage({ ecosystem, name, version: version ?? null });
  if (purl !== null) return printPurl(purl);
  const suggested = suggestEcosystem(ecosystem);
  const others = 'Ecosystems are written as OSV does: npm, PyPI, Go, crates.io, Maven, RubyGems, Debian:12.';
  throw new UsageError(`${problem}.`, suggested === null ? others : `Did you mean ${suggested}?`);
}
