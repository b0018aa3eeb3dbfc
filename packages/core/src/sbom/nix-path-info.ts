import { isObject, listEntries, pointer } from '../lockfiles/json.ts';
import { list, member, text } from '../ranges/untyped.ts';
import type { SbomLimits, SbomReading } from './model.ts';
import { startClosure } from './nix.ts';
import { isWholeStorePath } from './store-path.ts';

/**
 * Whether a parsed document is what `nix path-info --json` prints: a list of objects with their path (up to Nix 2.18), an object by
 * path (since), or one with the folder of the store apart (format 2).
 */
export function isPathInfo(document: unknown): boolean {
  if (Array.isArray(document)) return isWholeStorePath(text(member(document[0], 'path')) ?? '');
  if (isObject(member(document, 'info')) && text(member(document, 'storeDir')) !== null) return true;
  const first = findFirst(document);
  return first !== null && isWholeStorePath(first[0]) && member(first[1], 'outputs') === undefined;
}

/** Reads `nix path-info --json --recursive`. */
export function readPathInfo(document: unknown, limits: SbomLimits): SbomReading {
  const closure = startClosure('path-info', 'json', limits);
  const info = member(document, 'info');
  const [paths, at] = isObject(info) ? [info, '/info'] : [document, ''];
  for (const [key, value] of Array.isArray(paths) ? Object.entries<unknown>(paths) : listEntries(paths)) {
    if (closure.isFull()) break;
    const place = `${at}${pointer(key)}`;
    const path = Array.isArray(paths) ? text(member(value, 'path')) : key;
    if (path === null) {
      closure.skip(place, null, 'it has no path');
      continue;
    }
    closure.add({ path, place, deriver: text(member(value, 'deriver')) });
    for (const needed of list(member(value, 'references'))) {
      const one = text(needed);
      if (one !== null) closure.needs(path, one);
    }
  }
  return closure.finish();
}

/** The first member of an object; null where it has none. */
export function findFirst(value: unknown): readonly [key: string, value: unknown] | null {
  if (!isObject(value)) return null;
  for (const key in value) if (Object.hasOwn(value, key)) return [key, (value as Record<string, unknown>)[key]];
  return null;
}
