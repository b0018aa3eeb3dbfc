import type { DataSelection } from '../matching/facts.ts';
import { openSelection } from '../matching/load/selection.ts';
import { hashOfHex } from './encoding.ts';
import { isCount, type ObjectReference, readJson, readReference, writeReference } from './objects.ts';
import { SnapshotProblem } from './problem.ts';

const FORMAT = 'almanac-snapshot/1';
const MOST_PARTITIONS = 10_000;
const MOST_SOURCES = 100;
const MOST_ECOSYSTEMS = 10_000;

/** A source with records in the snapshot, and its state when the snapshot was made. */
export interface SnapshotSource {
  readonly id: string;
  readonly name: string;
  readonly licence: string | null;
  readonly attribution: string | null;
  readonly state: string;
  readonly checkedAt: string | null;
  readonly changedAt: string | null;
}

/** A part of the snapshot that is of use by itself: an ecosystem, or what is said of exploitation. */
export interface SnapshotPartition {
  /** `ecosystem/npm`, `risk`. */
  readonly name: string;
  /** Of what is in it; more than one where records of several licences are side by side. */
  readonly licences: readonly string[];
  /** Packages, or CVEs. */
  readonly keys: number;
  readonly rows: number;
  /** Of all its shards. */
  readonly bytes: number;
  readonly index: ObjectReference;
  /** Where its shards are in packs; null: there is a file for each alone. */
  readonly packs: ObjectReference | null;
  /** Over its shards, in hexadecimal (`shardTree`). */
  readonly tree: string;
}

/** Everything that is signed of a snapshot. */
export interface SnapshotManifest {
  readonly published: string;
  /** Not to be used afterwards. */
  readonly expires: string;
  readonly sources: readonly SnapshotSource[];
  /** Ids of sources that may not be passed on. */
  readonly leftOut: readonly string[];
  /** For each ecosystem how the sources of records are; of an ecosystem that is not here nothing is known. */
  readonly states: ReadonlyMap<string, readonly ConsultedState[]>;
  readonly partitions: readonly SnapshotPartition[];
  /** The index of the evidence that mirrors are filled from; null: none is published. */
  readonly evidence: ObjectReference | null;
  /** Where the publisher has some of the sources' records only. */
  readonly selection: DataSelection | null;
}

export interface ConsultedState {
  readonly source: string;
  readonly state: string;
}

export function writeManifest(manifest: SnapshotManifest): string {
  const { published, expires, sources, leftOut, states, partitions, evidence, selection } = manifest;
  return JSON.stringify({
    format: FORMAT,
    published,
    expires,
    sources,
    leftOut,
    states: [...states].map(([ecosystem, all]) =>
      [ecosystem].concat(all.map(({ source, state }) => `${source} ${state}`)),
    ),
    partitions: partitions.map(({ packs, index, ...one }) =>
      Object.assign(one, { index: writeReference(index) }, packs === null ? {} : { packs: writeReference(packs) }),
    ),
    ...(evidence === null ? {} : { evidence: writeReference(evidence) }),
    ...(selection === null ? {} : { selection: { notice: selection.notice, wholePackages: selection.wholePackages } }),
  });
}

export function readManifest(text: string): SnapshotManifest {
  const { published, expires, sources, leftOut, states, partitions, evidence, selection } = readJson(
    text,
    FORMAT,
    'manifest_malformed',
  );
  return {
    published: instant(published),
    expires: instant(expires),
    sources: list(sources, MOST_SOURCES).map(readSource),
    leftOut: list(leftOut, MOST_SOURCES).map(word),
    states: new Map(list(states, MOST_ECOSYSTEMS).map(readStates)),
    partitions: list(partitions, MOST_PARTITIONS).map(readPartition),
    evidence: evidence === undefined ? null : readReference(evidence, 'manifest_malformed'),
    selection: selection === undefined ? null : readSelection(selection),
  };
}

const MAX_WHOLE_PACKAGES = 100_000;

function readSelection(value: unknown): DataSelection {
  const { notice, wholePackages } = members(value);
  return openSelection(word(notice), list(wholePackages, MAX_WHOLE_PACKAGES).map(word));
}

/** Throws from the date on until which the snapshot may be used. */
export function checkAge({ expires }: Pick<SnapshotManifest, 'expires'>, now: Date): void {
  if (now.getTime() >= Date.parse(expires)) throw new SnapshotProblem('snapshot_expired', `since ${expires}`);
}

export function partitionNamed({ partitions }: Pick<SnapshotManifest, 'partitions'>, name: string): SnapshotPartition {
  const found = partitions.find((one) => one.name === name);
  if (found === undefined) throw new SnapshotProblem('partition_missing', name.slice(0, 100));
  return found;
}

function readSource(value: unknown): SnapshotSource {
  const { id, name, licence, attribution, state, checkedAt, changedAt } = members(value);
  return {
    id: word(id),
    name: word(name),
    licence: orNull(licence, word),
    attribution: orNull(attribution, word),
    state: word(state),
    checkedAt: orNull(checkedAt, instant),
    changedAt: orNull(changedAt, instant),
  };
}

function readStates(value: unknown): [string, ConsultedState[]] {
  const [ecosystem, ...states] = list(value, MOST_SOURCES).map(word);
  if (ecosystem === undefined) throw new SnapshotProblem('manifest_malformed');
  return [
    ecosystem,
    states.map((text) => {
      const [, source, state] = /^(\w{1,60}) (\w{1,60})$/.exec(text) ?? [];
      if (source === undefined || state === undefined) throw new SnapshotProblem('manifest_malformed');
      return { source, state };
    }),
  ];
}

function readPartition(value: unknown): SnapshotPartition {
  const { name, licences, keys, rows, bytes, index, packs, tree } = members(value);
  if (![keys, rows, bytes].every(isCount) || hashOfHex(tree) === null) throw new SnapshotProblem('manifest_malformed');
  return {
    name: word(name),
    licences: list(licences, MOST_SOURCES).map(word),
    keys: keys as number,
    rows: rows as number,
    bytes: bytes as number,
    index: readReference(index, 'manifest_malformed'),
    packs: packs === undefined ? null : readReference(packs, 'manifest_malformed'),
    tree: tree as string,
  };
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new SnapshotProblem('manifest_malformed');
  return value as Readonly<Record<string, unknown>>;
}

function list(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new SnapshotProblem('manifest_malformed');
  return value as unknown[];
}

function word(value: unknown): string {
  if (typeof value !== 'string' || value.length > 500) throw new SnapshotProblem('manifest_malformed');
  return value;
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null ? null : read(value);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

function instant(value: unknown): string {
  if (typeof value !== 'string' || !INSTANT.test(value) || Number.isNaN(Date.parse(value))) {
    throw new SnapshotProblem('manifest_malformed');
  }
  return value;
}
