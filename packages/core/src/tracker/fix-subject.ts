import { ecosystemPlace } from '../collection/ecosystem-place.ts';
import { lookupNames } from '../collection/lookup-names.ts';
import { isNamedLike, plainName } from '../dossier/subject-names.ts';
import { isSameName } from '../ranges/same-name.ts';
import type { SubjectKind } from '../records/subject-kind.ts';

/** What a fixed version is a version of. */
export interface FixSubject {
  readonly source: string;
  readonly package: string;
  readonly ecosystem: string | null;
  readonly kind: SubjectKind;
}

/**
 * Whether a fixed version is one of a package that the issue names: of the product, or of the registry's package, that goes by its
 * name. Versions of a distribution's build or of a repackaging fix nothing but themselves. Of an issue that names no package, the
 * product of the CVE's own record counts.
 */
export function isFixOf(packages: readonly string[], fixed: FixSubject): boolean {
  if (fixed.kind !== 'product' && fixed.kind !== 'package') return false;
  if (packages.length === 0) return fixed.kind === 'product' && fixed.source === 'cve_list_v5';
  return packages.slice(0, MAX_PACKAGES).some((attribute) => isNamed(attribute, fixed));
}

const MAX_PACKAGES = 50;

function isNamed(attribute: string, { kind, ecosystem, package: name }: FixSubject): boolean {
  const place = ecosystemPlace(attribute);
  if (place !== null) {
    if (kind === 'product') return isNamedLike(place.name, name);
    return ecosystem === place.ecosystem && isSameName(place.ecosystem, place.name, name);
  }
  const names = lookupNames({ attribute, pname: null });
  return names.some((own) => (kind === 'product' ? isNamedLike(own, name) : plainName(own) === plainName(name)));
}
