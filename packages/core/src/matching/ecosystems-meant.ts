import type { IdentityContext } from './identity.ts';

/**
 * The ecosystems that a package belongs to; undefined: it may be anybody's; null: of a language that nobody covers. A language's package
 * belongs to its ecosystem; any other may be a product of anybody, and a package of any registry.
 */
export function ecosystemsMeant({ candidates, ofLanguage }: IdentityContext): readonly string[] | null | undefined {
  const packages = candidates.filter(({ kind }) => kind === 'package');
  const sure = packages.flatMap(({ ecosystem }) => ecosystem ?? []);
  if (sure.length > 0 && sure.length === packages.length && (ofLanguage || packages.length === candidates.length)) {
    return [...new Set(sure)];
  }
  return ofLanguage && sure.length === 0 ? null : undefined;
}
