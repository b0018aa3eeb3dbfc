import type { CollectionFact } from '../src/matching/facts.ts';

/** An entry of a collection, for tests: what is not given is not known. */
export function entryOf(attribute: string, more: Partial<CollectionFact> = {}): CollectionFact {
  return {
    attribute,
    pname: null,
    channel: 'nixos-unstable',
    version: '1.0',
    ecosystem: null,
    ecosystemName: null,
    cpes: [],
    purls: [],
    makers: [],
    homepage: null,
    knownVulnerabilities: [],
    patched: [],
    ...more,
  };
}
