import {
  getPurl,
  getVulns,
  type PurlResult,
  type UnknownReason,
  type Verdict,
  type VulnsResult,
} from '@almanac/contract';
import { mostTelling } from '@almanac/core/matching';
import { parsePackageReference, printPurl, purlOfPackage } from '@almanac/core/purl';
import { suggestEcosystem } from '@almanac/core/versions';
import { UsageError } from '../errors.ts';
import type { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';
import { suggestInstead } from './suggest.ts';

export interface PackageOptions {
  readonly version?: string;
  readonly ecosystem?: string;
}

export interface PackageAnswer {
  readonly data: VulnsResult | PurlResult;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  readonly unknownReasons?: readonly UnknownReason[];
  readonly coverage: Parameters<typeof coverageWords>[0]['coverage'];
  readonly asOf: string | null;
}

/** Includes suggestions if the name is unknown. */
export interface PackageReply {
  readonly text: string;
  readonly answer: PackageAnswer;
  readonly suggestion: string | null;
}

/** Asks by purl, by ecosystem and name, or by nixpkgs name; with `cve`, about that vulnerability only. */
export async function askPackage(
  session: Pick<Session, 'client' | 'signal'>,
  text: string,
  options: PackageOptions & { readonly cve?: string },
): Promise<PackageReply> {
  const { client, signal } = session;
  const about = options.cve === undefined ? {} : { cve: options.cve };
  const purl = purlFor(text, options);
  if (purl !== null) return toReply(await client.text(getPurl, { params: { purl }, query: about }, { signal }));
  const { name, version } = nameAndVersion(text, options);
  const reply = toReply(await collectionAnswer(session, name, version, about));
  const { verdict, data } = reply.answer;
  const isCarried = 'carried' in data && data.carried !== undefined && data.carried.length > 0;
  return verdict !== 'unknown' || isCarried
    ? reply
    : { ...reply, suggestion: await suggestInstead(session, version === undefined ? name : `${name}@${version}`) };
}

function toReply(text: string): PackageReply {
  return { text, answer: JSON.parse(text) as PackageAnswer, suggestion: null };
}

/** The package page judges as many versions. */
const MOST_ASKED = 6;

/** Without a version, picks the most relevant nixpkgs version, as the package page does. */
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

function nameAndVersion(text: string, options: PackageOptions): { name: string; version: string | undefined } {
  const reference = parsePackageReference(text);
  if (reference.kind === 'purl' || reference.version === null) {
    return { name: reference.kind === 'purl' ? text : reference.name, version: options.version };
  }
  const { name, version } = reference;
  if (options.version !== undefined && options.version !== version) {
    throw new UsageError(`Two versions given: ${version} and ${options.version}.`, 'Remove --version.');
  }
  return { name, version };
}

function purlFor(text: string, options: PackageOptions): string | null {
  const { ecosystem } = options;
  if (parsePackageReference(text).kind === 'purl') {
    if (ecosystem !== undefined) throw new UsageError('--ecosystem cannot be combined with a package URL.');
    if (options.version !== undefined)
      throw new UsageError(`Put the version into the package URL: ${text}@${options.version}`);
    return text;
  }
  if (ecosystem === undefined) return null;
  const { name, version } = nameAndVersion(text, options);
  const { purl, problem } = purlOfPackage({ ecosystem, name, version: version ?? null });
  if (purl !== null) return printPurl(purl);
  const suggested = suggestEcosystem(ecosystem);
  const others = 'Use OSV ecosystem names: npm, PyPI, Go, crates.io, Maven, RubyGems, Debian:12.';
  throw new UsageError(`${problem}.`, suggested === null ? others : `Did you mean ${suggested}?`);
}
