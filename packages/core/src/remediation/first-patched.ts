import { isSameName } from '../ranges/same-name.ts';
import type { VulnerabilityRecord } from '../records/model.ts';

/**
 * The versions that an advisory calls fixed in a package. A range such as `<= 1.2` does not name the version after it; the advisory
 * does beside the range.
 */
export function firstPatchedVersions(
  { statements }: Pick<VulnerabilityRecord, 'statements'>,
  ecosystem: string,
  name: string,
): string[] {
  const about = statements.filter(
    ({ subject }) => subject.ecosystem === ecosystem && isSameName(ecosystem, subject.name, name),
  );
  return about.flatMap(({ fixes }) => fixes.versions);
}
