import { compareText } from '../ids/order.ts';
import { canonicalName } from '../names/canonical.ts';
import { guessedName, type NameAndVersion } from './guessed-name.ts';
import { lookupForm, unquoted } from './lookup-names.ts';

/** What the path of a Nix store says of its package; see `StorePath` of the bills of materials. */
export interface NamedPath {
  readonly name: string;
  readonly derivation: string | null;
  readonly pname: string | null;
  readonly version: string | null;
}

/** An entry of a collection that a path may have been built from. */
export interface PathEntry {
  readonly attribute: string;
  readonly pname: string | null;
  readonly version: string | null;
  readonly channel: string;
}

/** The package of a path, by the collection. */
export interface ResolvedPath {
  readonly attribute: string;
  readonly version: string;
  /** Those that carry this version; none where the collection knows the package in others alone. */
  readonly channels: readonly string[];
}

/** The outputs that derivations usually have beside `out`, which is not written. */
const OUTPUTS: ReadonlySet<string> = new Set(
  'bin crates debug dev devdoc dist doc docdev extra fonts getent gui info js lib libgcc man nc npm out pkg plugins py static terminfo tools vim xpatch'.split(
    ' ',
  ),
);
const MOST_SPLITS = 8;
/** Where a version may begin: at a digit, or at a word that versions begin with. */
const BEGINNING = /-(?=\d|unstable-|v\d|r\d)/g;

const PLAIN_VERSION = /^v?\d[0-9A-Za-z.+_~]*(?:-(?:\d|unstable|alpha|beta|rc|pre|dev|git)[0-9A-Za-z.+_~]*)*$/;
/** Endings of files, which versions do not have. */
const FILE = /\.(?:bz2|conf|crate|diff|gem|gz|json|lz|nix|patch|service|sh|tar|tbz2|tgz|txz|whl|xz|zip|zst)$/;

/** What a path may be called and in which version, surest first. */
export function splitsOf({ name, derivation, pname, version }: NamedPath): readonly NameAndVersion[] {
  const splits: NameAndVersion[] = pname !== null && version !== null ? [{ pname, version }] : [];
  for (const whole of derivation === null ? withoutOutput(name) : [derivation]) {
    splits.push(guessedName(whole));
    for (const { index } of whole.matchAll(BEGINNING)) {
      if (splits.length >= MOST_SPLITS) break;
      splits.push({ pname: whole.slice(0, index), version: whole.slice(index + 1) });
    }
  }
  return splits.filter((split) => split.pname !== '' && split.version !== '');
}

/** The name, and where its last word is that of an output, the name without it first. */
function withoutOutput(name: string): readonly string[] {
  const at = name.lastIndexOf('-');
  return at > 0 && OUTPUTS.has(name.slice(at + 1)) ? [name.slice(0, at), name] : [name];
}

/** The names under which the collection is asked about a split, in the form of `lookupForm`. */
export function namesOfSplit({ pname }: NameAndVersion): readonly string[] {
  return [...new Set([pname, canonicalName(pname)].map(lookupForm))];
}

/** The package of a path; null where the collection has none. `entriesOf` gives the entries of a name. */
export function resolvePath(path: NamedPath, entriesOf: (name: string) => readonly PathEntry[]): ResolvedPath | null {
  const splits = splitsOf(path);
  const entries = (split: NameAndVersion) => [...new Set(namesOfSplit(split).flatMap((name) => entriesOf(name)))];
  for (const split of splits) {
    const carried = entries(split).filter(({ version }) => version === split.version);
    const best = bestOf(carried, split.pname);
    if (best === null) continue;
    const channels = carried.filter(({ attribute }) => attribute === best).map(({ channel }) => channel);
    return { attribute: best, version: split.version, channels: [...new Set(channels)].sort() };
  }
  // What is behind a hyphen may also say what else the path is: a source, the modules that a package vendors.
  const guess = splits.find(({ version }) => PLAIN_VERSION.test(version) && !FILE.test(version));
  const best = guess === undefined ? null : bestOf(entries(guess), guess.pname);
  return guess === undefined || best === null ? null : { attribute: best, version: guess.version, channels: [] };
}

/** The attribute that is called most like it. */
function bestOf(entries: readonly PathEntry[], name: string): string | null {
  const [best] = entries.toSorted(
    (a, b) =>
      distance(a, name) - distance(b, name) ||
      a.attribute.length - b.attribute.length ||
      compareText(a.attribute, b.attribute),
  );
  return best?.attribute ?? null;
}

function distance({ attribute, pname }: PathEntry, name: string): number {
  if (unquoted(attribute) === name) return 0;
  // `python3.12-requests` is `python312Packages.requests`.
  if (squeezed(attribute.replace(/packages/i, '')) === squeezed(name)) return 1;
  if (pname !== name) return 4;
  return attribute.includes('.') ? 3 : 2;
}

function squeezed(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
