import { generic } from '../versions/generic.ts';

/** How far a version is behind another, by the first of its numbers that differs. */
export type Behind = 'none' | 'patch' | 'minor' | 'major';

const PLACES: readonly Behind[] = ['major', 'minor'];

/** Null where one of them is no version that could be told from the other. */
export function behind(version: string, newest: string): Behind | null {
  if (!generic.isValid(version) || !generic.isValid(newest)) return null;
  if (compareVersions(version, newest) >= 0) return 'none';
  const [own, other] = [numbersOf(version), numbersOf(newest)];
  const differs = Array.from({ length: Math.max(own.length, other.length) }).findIndex((_, i) => own[i] !== other[i]);
  // What differs in letters alone is a build of the same numbers.
  return differs === -1 ? 'patch' : (PLACES[differs] ?? 'patch');
}

/** In the order of whoever writes versions as most do. */
export function compareVersions(a: string, b: string): number {
  return generic.compare(a, b);
}

function numbersOf(version: string): string[] {
  return [...version.slice(0, LONGEST).matchAll(/\d+/g)].map(([digits]) => digits.replace(/^0+(?=\d)/, ''));
}

const LONGEST = 200;
