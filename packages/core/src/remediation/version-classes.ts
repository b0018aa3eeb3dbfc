import type { MeantRecord } from '../matching/facts.ts';
import { linePrefix } from '../ranges/bound.ts';
import { versionOfTag } from '../ranges/membership.ts';
import type { ListClaim, RangeClaim } from '../ranges/model.ts';

/** Returns the class of a version; null where the version has to be held against the records itself. */
export type ClassifyVersion = (version: string) => string | null;

/**
 * Sorts versions into classes that the records of one vulnerability cannot tell apart, so that one version of a class is judged for all.
 * Every order agrees about numbers with dots between them: two such versions that lie between the same bounds and are named by the same
 * lists get the same verdict. Versions at a bound, spelled otherwise than a list spells them, or of any other form have no class. Orders
 * disagree about where 2.1.dev1 lies within 2.1, but every one puts it above 2.0 and below 2.2: only versions that begin with the numbers
 * of such a bound have no class.
 */
export function classifyVersions(records: readonly MeantRecord[], readVersion: ReadVersion): ClassifyVersion {
  const claims = records.flat().flatMap(({ found }) => found.assertion.claims);
  const listed = indexLists(
    claims.filter((claim) => claim.type === 'list'),
    readVersion,
  );
  const bounds = findPoints(
    claims.filter((claim) => claim.type === 'range'),
    readVersion,
  );
  if (listed === null || bounds === null) return unclassified;
  const points = [...bounds.points, ...listed.ends].toSorted(compareNumbers);
  return (version) => {
    const read = readVersion(version);
    if (read === null || bounds.suffixed.some((core) => beginsWith(read, core))) return null;
    const place = findPlace(points, read);
    if (place === null) return null;
    const spelled = listed.spellings.get(read.key);
    if (spelled !== undefined && spelled !== version) return null;
    return `${place} ${read.form} ${spelled === undefined ? '' : listed.lists.get(version)}`;
  };
}

function unclassified(): null {
  return null;
}

interface RangePoints {
  readonly points: readonly NumberedVersion[];
  /** The numbers of bounds with a suffix, without zeros at the end, since some orders read 5.3.0-64 as 5.3.64. */
  readonly suffixed: readonly (readonly number[])[];
}

/** Finds where ranges begin and end; null where a bound does not begin with numbers. */
function findPoints(claims: readonly RangeClaim[], readVersion: ReadVersion): RangePoints | null {
  const bounds = claims.flatMap(({ events, intervals }) => [
    ...events.map(({ version }) => version),
    ...intervals.flatMap(({ from, to }) => [from, to].flatMap((bound) => bound?.version ?? [])),
  ]);
  const points: NumberedVersion[] = [];
  const suffixed: (readonly number[])[] = [];
  for (const version of new Set(bounds)) {
    const line = linePrefix(version);
    const core = line ?? SUFFIXED.exec(version)?.[1] ?? version;
    const point = readVersion(core);
    if (point === null) return null;
    points.push(point);
    if (line !== null) points.push(findNextLine(line));
    else if (core !== version) suffixed.push(point.numbers);
  }
  return { points, suffixed };
}

/** Numbers with a suffix: 10.0.12.dev1 → 10.0.12. Bounds with an epoch, such as 1:2.0 and 1!2.0, do not match. */
const SUFFIXED = /^((?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,8})(?!\d|\.\d)[^:!]{1,80}$/;

function beginsWith({ numbers }: NumberedVersion, core: readonly number[]): boolean {
  return core.every((number, place) => numbers[place] === number);
}

export interface NumberedVersion {
  /** Without zeros at the end. */
  readonly numbers: readonly number[];
  readonly key: string;
  /** Verdicts also depend on how many numbers are written and on whether the first may be a year. */
  readonly form: string;
}

const MAX_LENGTH = 90;
const NUMBERS = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,8}$/;

export type ReadVersion = (version: string) => NumberedVersion | null;

/** Records of one package name the same versions again and again: each is read once. */
export function createReader(): ReadVersion {
  const known = new Map<string, NumberedVersion | null>();
  return (version) => {
    const cached = known.get(version);
    if (cached !== undefined) return cached;
    const read = readNumbers(version);
    known.set(version, read);
    return read;
  };
}

function readNumbers(version: string): NumberedVersion | null {
  if (version.length > MAX_LENGTH || !NUMBERS.test(version)) return null;
  const numbers = version.split('.').map(Number);
  const first = numbers[0] ?? 0;
  const form = `${numbers.length}${first === 0 ? 'z' : first < 100 ? 'n' : 'y'}`;
  return { ...trimZeros(numbers), form };
}

function trimZeros(numbers: readonly number[]): Pick<NumberedVersion, 'numbers' | 'key'> {
  const trimmed = numbers.slice(0, numbers.findLastIndex((number) => number !== 0) + 1);
  return { numbers: trimmed, key: trimmed.join('.') };
}

/** Returns the version at which the next line starts: `8.1` → 8.2, `8` → 9. */
function findNextLine(line: string): NumberedVersion {
  const numbers = line.split('.').map(Number);
  const last = numbers.pop() ?? 0;
  return { ...trimZeros([...numbers, last + 1]), form: '' };
}

interface ListIndex {
  /** Maps the numbers of a version to its spelling; null if lists differ or write more than numbers. */
  readonly spellings: ReadonlyMap<string, string | null>;
  /** Maps a spelling to the lists that contain it. */
  readonly lists: ReadonlyMap<string, string>;
  /** The lowest and the highest version of lists whose gaps say something. */
  readonly ends: readonly NumberedVersion[];
}

/** Returns null where a list has entries that are told from versions by more than equality. */
function indexLists(claims: readonly ListClaim[], readVersion: ReadVersion): ListIndex | null {
  const spellings = new Map<string, string | null>();
  const lists = new Map<string, string>();
  const ends: NumberedVersion[] = [];
  for (const [place, { kind, versions }] of claims.entries()) {
    const isText = kind === 'cve' || kind === 'cpe';
    let [lowest, highest]: (NumberedVersion | null)[] = [null, null];
    for (const version of versions) {
      const read = readVersion(version);
      if (read === null) {
        if (isText) return null;
        const written = kind === 'git' ? [version, versionOfTag(version)] : [version];
        for (const key of written.flatMap(listEquals)) spellings.set(key, null);
        continue;
      }
      const spelled = spellings.get(read.key);
      spellings.set(read.key, spelled === undefined || spelled === version ? version : null);
      lists.set(version, `${lists.get(version) ?? ''}${place},`);
      if (!isText) continue;
      if (lowest == null || compareNumbers(read, lowest) < 0) lowest = read;
      if (highest == null || compareNumbers(read, highest) > 0) highest = read;
    }
    if (lowest != null) ends.push(lowest);
    if (highest != null) ends.push(highest);
  }
  return { spellings, lists, ends };
}

/** Lists the versions that another form may be equal to: `1.0-ga` is 1.0 in one order, `1.0-1` is 1.0.1 in another. */
function listEquals(version: string): string[] {
  const numbers = (version.slice(0, MAX_LENGTH).match(/\d{1,12}/g) ?? []).map(Number);
  return numbers.map((_, last) => trimZeros(numbers.slice(0, last + 1)).key);
}

function compareNumbers({ numbers: a }: NumberedVersion, { numbers: b }: NumberedVersion): number {
  for (let i = 0; i < a.length && i < b.length; i += 1) {
    const order = (a[i] ?? 0) - (b[i] ?? 0);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Returns how many points lie below; null for one of the points. */
function findPlace(points: readonly NumberedVersion[], version: NumberedVersion): number | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const point = points[middle];
    const order = point === undefined ? -1 : compareNumbers(version, point);
    if (order === 0) return null;
    if (order > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
