import { type Cpe, type CpeAttribute, cpeText } from '../cpe/cpe.ts';

/** What the version and update of a CPE name say together. */
export type CpeVersion =
  | { readonly kind: 'any' }
  /** `-`: the product has no versions, which says nothing about one that is asked for. */
  | { readonly kind: 'none' }
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'exact'; readonly exact: string }
  | { readonly kind: 'pattern' };

/** Reads the version of a CPE name; an update that marks a pre-release belongs to the version. */
export function cpeVersion({ version, update }: Cpe): CpeVersion {
  if (version.kind === 'any') return { kind: 'any' };
  if (version.kind === 'na') return { kind: 'none' };
  const text = cpeText(version);
  if (text === null) return isLine(version) ? { kind: 'line', line: `${version.text}*` } : { kind: 'pattern' };
  if (update.kind !== 'value') return { kind: 'exact', exact: text };
  const level = cpeText(update);
  if (level === null) return { kind: 'pattern' };
  return { kind: 'exact', exact: isPreRelease(level) ? `${text}-${level}` : `${text} ${level}` };
}

/** `9.*`, and no other place for a wildcard. */
function isLine(version: CpeAttribute & { kind: 'value' }): boolean {
  return version.before === '' && version.after === '*' && version.text.endsWith('.');
}

/** `rc1`, `beta`, `alpha_2`: a version before the release. Any other update, such as `sp1` or `patch3`, comes after it. */
function isPreRelease(update: string): boolean {
  return ['alpha', 'beta', 'rc', 'pre', 'dev', 'milestone'].some((kind) => update.startsWith(kind));
}
