import type { ScanEntry } from '@almanac/core/scan';

/** A store path without a nixpkgs package. */
export function unresolvedEntry(name: string, place: string): ScanEntry {
  const component = { name, version: null, purl: null, ref: null, direct: null, dev: null, place };
  const reason = 'nixpkgs has no package of this name';
  return { component, ask: null, obstacle: { why: 'no_purl', reason } };
}
