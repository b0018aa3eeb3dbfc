import { getScheme } from '../versions/ecosystems.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { versionSchemes } from '../versions/schemes.ts';
import { freeform } from './freeform.ts';

const BY_ID: ReadonlyMap<string, VersionScheme> = new Map(
  [...versionSchemes, freeform].map((scheme) => [scheme.id, scheme]),
);

/** A scheme by its id; one that belongs to an ecosystem alone is found through it. */
export function schemeById(id: string, ecosystem: string | null): VersionScheme | null {
  const own = ecosystem === null ? null : getScheme(ecosystem).scheme;
  return BY_ID.get(id) ?? (own?.id === id ? own : null);
}
