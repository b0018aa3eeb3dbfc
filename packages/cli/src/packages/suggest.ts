import { postMyPackages } from '@almanac/contract';
import { nextStep } from '@almanac/core/my-packages';
import { parsePackageReference } from '@almanac/core/purl';
import type { Session } from '../session.ts';

/** Null for package URLs and for names that nixpkgs has. */
export async function suggestInstead(
  { client, signal }: Pick<Session, 'client' | 'signal'>,
  text: string,
): Promise<string | null> {
  const reference = parsePackageReference(text);
  if (reference.kind === 'purl') return null;
  const { name, version } = reference;
  // Omits the version: a name that a record calls affected in it would get no suggestions.
  const { data } = await client.call(postMyPackages, { body: { packages: [name] } }, { signal });
  const [row] = data.rows;
  const sentence = row?.suggestions === undefined ? null : (nextStep(row)?.sentence ?? null);
  return sentence === null || version === null ? sentence : sentence.replaceAll('@VERSION', () => `@${version}`);
}
