import { ADVISORY_ECOSYSTEM_NAMES } from '../ranges/advisory.ts';
import { isSameName } from '../ranges/same-name.ts';
import { list, member, text } from '../ranges/untyped.ts';

/**
 * The versions that an advisory of GitHub's REST API calls the first patched ones of a package. A range such as `<= 1.2` does
 * not name the version after it; the advisory does beside the range.
 */
export function firstPatchedVersions(advisory: unknown, ecosystem: string, name: string): string[] {
  return list(member(advisory, 'vulnerabilities')).flatMap((vulnerability) => {
    const named = member(vulnerability, 'package');
    const place = text(member(named, 'ecosystem'))?.toLowerCase() ?? '';
    if (ADVISORY_ECOSYSTEM_NAMES.get(place) !== ecosystem) return [];
    if (!isSameName(ecosystem, text(member(named, 'name')) ?? '', name)) return [];
    // A text over REST, an object with an identifier in what older documents have.
    const first = member(vulnerability, 'first_patched_version');
    return text(first) ?? text(member(first, 'identifier')) ?? [];
  });
}
