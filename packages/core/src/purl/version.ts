import type { Purl } from './purl.ts';

/**
 * The version as the package's ecosystem writes it; null where the purl names none. `source` is that of the source package, where it
 * has one of its own. Package URLs keep the epoch apart (https://github.com/package-url/purl-spec/blob/main/types/rpm-definition.json), and an
 * order without it is another one.
 */
export function versionOfPurl(purl: Purl, source: string | null = null): string | null {
  const version = source ?? purl.version;
  if (version === null) return null;
  // The epoch in the purl is that of the package: bsdutils has one, and its source package, util-linux, has none.
  if (source !== null && purl.type === 'deb') return source;
  if (purl.type === 'rpm' || purl.type === 'deb') return withEpoch(version, purl.qualifiers['epoch']);
  return NUMBERED.has(purl.type) ? version.replace(/^v(?=\d)/, '') : version;
}

function withEpoch(version: string, epoch: string | undefined): string {
  return epoch === undefined || !EPOCH.test(epoch) || version.includes(':') ? version : `${epoch}:${version}`;
}

const EPOCH = /^\d{1,9}$/;
/** Registries that have no version with a `v` before its number, which tools take over from tags. */
const NUMBERED: ReadonlySet<string> = new Set(['npm', 'cargo', 'pypi', 'gem', 'nuget', 'hex', 'pub']);
