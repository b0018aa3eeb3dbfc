import { buildPurl, printPurl } from '../purl/build.ts';
import type { PurlParts } from '../purl/purl.ts';
import type { Component, Skipped } from '../sbom/model.ts';
import type { LockfileContent, LockfileLimits } from './model.ts';
import { LockfileProblem } from './problem.ts';

/** One entry of a lockfile as its reader understood it. */
export interface LockfileEntry extends Pick<Component, 'name' | 'version' | 'direct' | 'dev' | 'place' | 'through'> {
  /** The purl type, such as `npm`. */
  readonly type: string;
  /** The namespace of the purl where it is no part of the name, such as a distribution. */
  readonly namespace?: string;
  /** Where it comes from when that is not the ecosystem's registry: `vcs_url`, `download_url`. */
  readonly qualifiers?: PurlParts['qualifiers'];
}

/** What readers hand their findings to. */
export interface Collection {
  readonly add: (entry: LockfileEntry) => void;
  readonly skip: (place: string, name: string | null, reason: string) => void;
  readonly note: (text: string) => void;
  /** Refuses a file of more entries than could be told, where they can be counted before a parser builds them. */
  readonly announce: (entries: number) => void;
  /** Everything so far, each package and version once. */
  readonly done: () => Omit<LockfileContent, 'format'>;
}

/** Collects components: builds their purls, joins entries of the same package and version, and keeps to the limits. */
export function collect(limits: LockfileLimits): Collection {
  const components = new Map<string, Component>();
  const skipped: Skipped[] = [];
  const notes: string[] = [];
  let repeats = 0;

  function add(entry: LockfileEntry): void {
    const { name, version, direct, dev } = entry;
    const place = shortPlace(entry.place);
    if (name.length > LONGEST_NAME) return skip(place, name, `its name exceeds ${LONGEST_NAME} characters`);
    if ((version ?? '').length > LONGEST_NAME) {
      return skip(place, name, `its version exceeds ${LONGEST_NAME} characters`);
    }
    if (Object.values(entry.qualifiers ?? {}).some((value) => (value ?? '').length > LONGEST_PLACE)) {
      return skip(place, name, `its URL exceeds ${LONGEST_PLACE} characters`);
    }
    const { purl, problem } = buildPurl({ ...purlName(entry), version, qualifiers: entry.qualifiers ?? null });
    if (purl === null) return skip(place, name, `it has no package URL: ${problem}`);
    const text = printPurl(purl);
    const before = components.get(text);
    if (before === undefined) {
      if (components.size >= limits.components) throw tooMany(limits, 'components');
      components.set(text, {
        name,
        version,
        purl: text,
        ref: null,
        direct,
        dev,
        place,
        ...shortest(direct, entry.through),
      });
    } else {
      repeats += 1;
      if (repeats > REPEATS_PER_COMPONENT * limits.components) throw tooMany(limits, 'components, mostly duplicates');
      const asked = either(before.direct, direct);
      const { through: known, ...rest } = before;
      components.set(text, {
        ...rest,
        direct: asked,
        dev: both(before.dev, dev),
        ...shortest(asked, known, entry.through),
      });
    }
  }

  function skip(place: string, name: string | null, reason: string): void {
    if (skipped.length >= limits.components) throw tooMany(limits, 'entries that are not components');
    skipped.push({
      place: shortPlace(place),
      name: name === null ? null : shortened(name, LONGEST_NAME),
      reason,
    });
  }

  function announce(entries: number): void {
    if (entries > 2 * limits.components) throw tooMany(limits, 'components');
  }

  function done(): Omit<LockfileContent, 'format'> {
    const joined = repeats === 0 ? [] : [repeatNote(repeats)];
    return { components: [...components.values()], skipped, notes: [...notes, ...joined] };
  }

  return { add, skip, note: (text) => notes.push(text), announce, done };
}

/** A gem stands once for each platform, a package of npm in many folders; beyond ten each on average nobody wrote the file. */
const REPEATS_PER_COMPONENT = 10;

/** Far beyond what any registry allows. */
const LONGEST_NAME = 500;
const LONGEST_PLACE = 2000;

/** A place cut to a length that cannot hurt: one long key may be part of many. */
export function shortPlace(place: string): string {
  return shortened(place, LONGEST_PLACE);
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function repeatNote(repeats: number): string {
  const entries = repeats === 1 ? 'One entry repeats' : `${repeats} entries repeat`;
  return `${entries} a package and version listed elsewhere or for another platform.`;
}

function tooMany(limits: LockfileLimits, what: string): LockfileProblem {
  return new LockfileProblem(`The file has more than ${limits.components} ${what}.`);
}

/** Scopes of npm, the path of a Go module and the group of an artifact of Maven are the namespace of a purl. */
function purlName({ type, namespace, name }: LockfileEntry): Pick<PurlParts, 'type' | 'namespace' | 'name'> {
  if (namespace !== undefined) return { type, namespace, name };
  const separator = SEPARATORS.get(type);
  const at = separator === undefined ? -1 : name.lastIndexOf(separator);
  return at === -1 ? { type, name } : { type, namespace: name.slice(0, at), name: name.slice(at + 1) };
}

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['npm', '/'],
  ['golang', '/'],
  ['github', '/'],
  ['git', '/'],
  ['composer', '/'],
  ['maven', ':'],
]);

/** Asked for by the project if any of its places is. */
function either(a: boolean | null, b: boolean | null): boolean | null {
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

/** Of several places the nearest; what the project asks for is brought in by nothing else. */
function shortest(direct: boolean | null, ...ways: (readonly string[] | undefined)[]): Pick<Component, 'through'> {
  const known = ways.filter((way) => way !== undefined && way.length > 0) as (readonly string[])[];
  const [through] = known.toSorted((a, b) => a.length - b.length);
  return direct === true || through === undefined ? {} : { through };
}

/** For development alone if all of its places are. */
function both(a: boolean | null, b: boolean | null): boolean | null {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}
