import type { AnswerOf } from '@almanac/client';
import { getPurl, getVulns, postMyPackages } from '@almanac/contract';
import { nextStep } from '@almanac/core/my-packages';
import { parsePackageReference, toPurl } from '@almanac/core/purl';
import { type Call, Unaskable } from '../call.ts';
import { plain } from '../prose.ts';
import type { AskOptions } from '../tool.ts';

/** Both endpoints return the same members; `suggestion` is set for unknown names. */
export type PackageAnswer = (AnswerOf<typeof getVulns> | AnswerOf<typeof getPurl>) & {
  readonly suggestion?: string;
};

/** Queries a package named as `curl`, `curl@8.4.0` or `pkg:npm/lodash@4.17.20`. */
export async function askAboutPackage(
  call: Call,
  text: string,
  version: string | undefined,
  options: AskOptions,
): Promise<PackageAnswer> {
  const reference = parsePackageReference(text);
  if (reference.kind === 'purl') {
    if (version !== undefined) throw new Unaskable('A purl contains its version', 'Write it as pkg:npm/name@1.2.3.');
    return call(getPurl, { params: { purl: reference.purl } }, options);
  }
  const { name } = reference;
  const wanted = reference.version ?? version;
  const query = wanted === undefined ? {} : { version: wanted };
  const answer = await call(getVulns, { params: { package: name }, query }, options);
  if (options.isFull || answer.verdict !== 'unknown' || (answer.data.carried ?? []).length > 0) return answer;
  const [suggestion] = await suggestInstead(call, [name], options);
  return suggestion === undefined ? answer : { ...answer, suggestion };
}

/** The API rejects anything else. */
const NAME = /^[\p{L}\p{N}@_][^\s]*$/u;

/** Names become package URLs of nixpkgs: `curl@8.4.0` → `pkg:nix/curl@8.4.0`. */
export function toPurls(texts: readonly string[]): string[] {
  return texts.map((text) => (NAME.test(text) ? toPurl(text) : text));
}

/** Suggests alternatives for names that nixpkgs does not have. */
export async function suggestInstead(call: Call, texts: readonly string[], options: AskOptions): Promise<string[]> {
  const names = texts.flatMap((text) => {
    const reference = parsePackageReference(text);
    return reference.kind === 'name' && NAME.test(text) ? [reference.name] : [];
  });
  if (names.length === 0) return [];
  const { data } = await call(postMyPackages, { body: { packages: [...new Set(names)] } }, options);
  return data.rows.flatMap((row) =>
    row.suggestions === undefined ? [] : [`${plain(row.package)} is not in nixpkgs. ${nextStep(row)?.sentence ?? ''}`],
  );
}
