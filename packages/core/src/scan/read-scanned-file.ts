import { collect } from '../lockfiles/collect.ts';
import { type InstalledPackage, installedFormOf, readInstalled } from '../lockfiles/installed-packages.ts';
import { lockfileKindOf } from '../lockfiles/kinds.ts';
import { LOCKFILE_LIMITS } from '../lockfiles/model.ts';
import type { System } from '../lockfiles/os-release.ts';
import { LockfileProblem } from '../lockfiles/problem.ts';
import { readLockfile } from '../lockfiles/read.ts';
import { type RpmRow, readRpmRows } from '../lockfiles/rpm-database.ts';
import { printPurl } from '../purl/build.ts';
import { readPurl } from '../purl/parse.ts';
import { once } from '../records/once.ts';
import type { Component, Sbom, Skipped } from '../sbom/model.ts';
import { readSbom } from '../sbom/read.ts';
import { addSourceToPurl } from '../sbom/source-package.ts';
import { linesOfPlaces } from './place-lines.ts';

/** A component of a file, and what the service is asked about it. */
export interface ScanEntry {
  readonly component: Component;
  /** The purl that is sent; null where there is none to send. */
  readonly ask: string | null;
  /** Why nothing is sent. */
  readonly obstacle: { readonly why: 'no_purl' | 'invalid'; readonly reason: string } | null;
}

/** A lockfile or bill of materials as it was read. */
export interface ScannedFile {
  /** In words: `package-lock.json v3`, `CycloneDX 1.6, JSON`. */
  readonly kind: string;
  readonly entries: readonly ScanEntry[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
  /** Of a file in JSON, the lines on which its components begin, by their places; elsewhere a place says the line itself. */
  readonly lines: ReadonlyMap<string, number>;
  /** Its components are store paths: which packages they are the service alone knows. */
  readonly ofStorePaths?: boolean;
}

export type ScannedReading =
  | { readonly file: ScannedFile; readonly problem: null }
  | { readonly file: null; readonly problem: string };

/**
 * Reads a lockfile by its name, anything else as a bill of materials by its content. `system` is the one that a distribution's list of
 * packages belongs to, where it is known.
 */
export function readScannedFile(fileName: string, text: string, system: System | null = null): ScannedReading {
  const name = plainName(fileName);
  if (lockfileKindOf(name) !== null) return lockfile(name, text, system);
  const form = installedFormOf(fileName);
  if (form !== null) {
    return readInstalledPackages(form.words, [{ place: form.words, found: readInstalled(form, text) }]);
  }
  const { sbom, problem } = readSbom(text);
  if (sbom !== null) {
    const { components, skipped, notes } = sbom;
    const entries = components.map(scanEntry);
    const ofStorePaths = sbom.format === 'nix';
    const file = { kind: sbomKind(sbom), entries, skipped, notes, ofStorePaths };
    return { file: withLines(file, text, components), problem: null };
  }
  // What is neither is most likely a lockfile of another tool, or one under another name.
  return problem.code === 'not_an_sbom' ? lockfile(name, text, system) : { file: null, problem: problem.message };
}

function lockfile(name: string, text: string, system: System | null): ScannedReading {
  const { lockfile, problem } = readLockfile(name, text, LOCKFILE_LIMITS, system);
  if (lockfile === null) return { file: null, problem };
  const { kind, format, components, skipped, notes } = lockfile;
  const words = format === null ? kind : `${kind} ${format}`;
  const entries = components.map(scanEntry);
  return { file: withLines({ kind: words, entries, skipped, notes }, text, components), problem: null };
}

/** A package that something in an archive or a folder records, or why there is none. */
export interface FoundPackage {
  readonly place: string;
  readonly found: InstalledPackage | string;
}

/** Reads packages that somebody else has found. `kind` says in words where. */
export function readInstalledPackages(kind: string, packages: Iterable<FoundPackage>): ScannedReading {
  const collection = collect(LOCKFILE_LIMITS);
  try {
    for (const { place, found } of packages) {
      if (typeof found === 'string') collection.skip(place, null, found);
      else collection.add({ ...found, direct: null, dev: null, place });
    }
  } catch (error) {
    if (error instanceof LockfileProblem) return { file: null, problem: error.message };
    throw error;
  }
  const { components, skipped, notes } = collection.done();
  return { file: { kind, entries: components.map(scanEntry), skipped, notes, lines: new Map() }, problem: null };
}

/** Reads the packages of a database of rpm, whose rows somebody else took out of its file. */
export function readRpmDatabase(rows: Iterable<RpmRow>, system: System | null): ScannedReading {
  const { content, problem } = readRpmRows(rows, system);
  if (content === null) return { file: null, problem };
  const { components, skipped, notes } = content;
  return {
    file: { kind: 'rpmdb.sqlite', entries: components.map(scanEntry), skipped, notes, lines: new Map() },
    problem: null,
  };
}

/** Lines are found when they are first asked for: few formats name them. */
function withLines(file: Omit<ScannedFile, 'lines'>, text: string, components: readonly Component[]): ScannedFile {
  const lines = once(() => linesIn(text, components));
  return Object.defineProperty({ ...file, lines: new Map() }, 'lines', { get: lines, enumerable: true });
}

function linesIn(text: string, components: readonly Component[]): ReadonlyMap<string, number> {
  const places = components.flatMap(({ place }) => (place.startsWith('/') ? [place] : []));
  return places.length > 0 && /^\uFEFF?\s*[[{]/.test(text.slice(0, 1_000))
    ? linesOfPlaces(text, new Set(places))
    : new Map();
}

/** Browsers number what is downloaded twice: `package-lock (1).json`. */
function plainName(fileName: string): string {
  return fileName.replace(/ ?\(\d{1,3}\)(?=\.[a-z]{1,5}$)/, '');
}

const ENCODINGS = {
  json: 'JSON',
  xml: 'XML',
  'tag-value': 'tag-value',
  'json-ld': 'JSON-LD',
  text: 'text',
  dot: 'DOT',
} as const;

function sbomKind({ format, specVersion, encoding }: Sbom): string {
  if (format === 'nix') return `Nix ${specVersion}`;
  return `${format === 'cyclonedx' ? 'CycloneDX' : 'SPDX'} ${specVersion}, ${ENCODINGS[encoding]}`;
}

/** The service takes purls of so many characters. */
const LONGEST = 1_000;
/** What may tell of somebody's own hosts and files, and makes no other package. */
const NOT_SENT = ['download_url', 'vcs_url', 'file_name', 'checksum'];

const NO_PACKAGE = 'a store path does not name its package; POST /sbom and almanac scan resolve it';

/** What is asked about a component: its purl in normal form, with its version and without what nobody needs to know. */
export function scanEntry(component: Component): ScanEntry {
  if (component.purl === null) {
    const why = component.storePath === undefined ? 'the file gives no package URL for it' : NO_PACKAGE;
    return cannot(component, 'no_purl', why);
  }
  const { purl, problem } = readPurl(addSourceToPurl(component) ?? component.purl, { tolerant: true });
  if (purl === null) return cannot(component, 'invalid', `invalid package URL: ${problem}`);
  const qualifiers = Object.fromEntries(Object.entries(purl.qualifiers).filter(([key]) => !NOT_SENT.includes(key)));
  const ask = printPurl({ ...purl, version: purl.version ?? component.version, qualifiers, subpath: null });
  if (ask.length > LONGEST) return cannot(component, 'invalid', 'its package URL is too long');
  if (ask.includes('%00')) return cannot(component, 'invalid', 'its package URL contains a control character');
  return { component, ask, obstacle: null };
}

function cannot(component: Component, why: 'no_purl' | 'invalid', reason: string): ScanEntry {
  return { component, ask: null, obstacle: { why, reason } };
}
