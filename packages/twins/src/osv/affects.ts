import { type Fields, fieldsOf, listOf } from '../feed/record-feed.ts';
import { baseOf } from './purl.ts';

interface PackageVersion {
  /** Null matches any. */
  readonly ecosystem: string | null;
  readonly name: string;
  readonly version: string | null;
}

/** Compares versions by their numbers only. */
export function affects(record: Fields, { ecosystem, name, version }: PackageVersion): boolean {
  return listOf(record['affected'])
    .map(fieldsOf)
    .some((each) => {
      const named = fieldsOf(each['package']);
      const itsEcosystem = String(named['ecosystem']);
      if (named['name'] !== name) return false;
      if (ecosystem !== null && itsEcosystem !== ecosystem && baseOf(itsEcosystem) !== ecosystem) return false;
      return version === null || listsVersion(each, version);
    });
}

/** Reports whether a range starts or ends with this commit. */
export function namesCommit(record: Fields, commit: string): boolean {
  return listOf(record['affected'])
    .flatMap((each) => listOf(fieldsOf(each)['ranges']))
    .flatMap((range) => listOf(fieldsOf(range)['events']))
    .some((event) => fieldsOf(event)['introduced'] === commit || fieldsOf(event)['last_affected'] === commit);
}

function listsVersion(affected: Fields, version: string): boolean {
  if (listOf(affected['versions']).includes(version)) return true;
  return listOf(affected['ranges'])
    .map(fieldsOf)
    .some((range) => range['type'] !== 'GIT' && isInRange(listOf(range['events']).map(fieldsOf), version));
}

function isInRange(events: readonly Fields[], version: string): boolean {
  let inside = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (typeof introduced === 'string' && compare(introduced, version) <= 0) inside = true;
    if (typeof fixed === 'string' && compare(fixed, version) <= 0) inside = false;
    if (typeof last === 'string' && compare(last, version) < 0) inside = false;
  }
  return inside;
}

function compare(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): number[] {
  return version.split(/[^0-9]/).flatMap((part) => (part === '' ? [] : Number(part)));
}
