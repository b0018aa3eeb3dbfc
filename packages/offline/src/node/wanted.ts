import type { MatchQuestion, MatchResult } from '@almanac/core/matching';
import type { Component } from '@almanac/core/sbom';
import { briefResult, purlQuestion } from '@almanac/core/scan';
import {
  COLLECTION,
  channelOf,
  type OpenSnapshot,
  partitionOf,
  RISK,
  recordPartition,
  type ShardPlace,
  SnapshotProblem,
  type Visit,
} from '@almanac/core/snapshots';
import { schemeOf } from '@almanac/core/versions';
import { type EcosystemPackage, placeOfPackage } from '../place.ts';
import { resolveStorePath } from '../resolve-store-path.ts';
import type { HeldPart } from './held.ts';

export interface WantedParts {
  readonly everything: boolean;
  /** Ecosystem names; `nix` means nixpkgs. */
  readonly ecosystems: readonly string[];
  readonly records: boolean;
  readonly purls: readonly string[];
  readonly components: readonly Component[];
}

/** Questions that a snapshot may be able to answer. */
export interface Questions {
  readonly exact: readonly EcosystemPackage[];
  readonly named: readonly MatchQuestion[];
}

export function questionsOf(purls: readonly string[]): Questions {
  const exact: EcosystemPackage[] = [];
  const named: MatchQuestion[] = [];
  for (const purl of purls) {
    const { question } = purlQuestion(purl);
    if (question?.ecosystem != null) exact.push({ ...question, ecosystem: question.ecosystem });
    else if (question !== null) named.push(question);
  }
  return { exact, named };
}

/** Adds the whole risk partition to whole ecosystems, because their packages may have any CVE. */
export async function wholePartitions(
  snapshot: OpenSnapshot,
  { everything, ecosystems, records }: Pick<WantedParts, 'everything' | 'ecosystems' | 'records'>,
): Promise<ReadonlyMap<string, HeldPart>> {
  const all = snapshot.manifest.partitions.map(({ name }) => name);
  const named = ecosystems.flatMap((ecosystem) => partitionsNamed(all, ecosystem));
  const chosen = everything
    ? all.filter((one) => records || !one.startsWith(recordPartition('')))
    : named.length === 0
      ? []
      : [...named, ...all.filter((one) => one === RISK)];
  const parts = new Map<string, HeldPart>();
  for (const name of chosen) {
    const index = await snapshot.index(name);
    if (index !== null) parts.set(name, { bits: index.bits, prefixes: null });
  }
  return parts;
}

/** The type of nixpkgs packages in package URLs. */
const NIX = 'nix';
/** Statements of these partitions also decide about nixpkgs packages. */
const BESIDE_COLLECTION: readonly string[] = ['ecosystem/Alpine', 'ecosystem/Ubuntu'];

/** Ignores the case of the ecosystem; `nix` means nixpkgs. */
export function partitionsNamed(all: readonly string[], ecosystem: string): readonly string[] {
  if (ecosystem.toLowerCase() === NIX) {
    const own = all.filter((one) => one === COLLECTION || channelOf(one) !== null);
    if (own.length === 0) throw new SnapshotProblem('partition_missing', NIX);
    return [...own, ...all.filter((one) => BESIDE_COLLECTION.includes(one))];
  }
  const wanted = partitionOf(ecosystem).toLowerCase();
  const name = all.find((one) => one.toLowerCase() === wanted);
  if (name === undefined) throw new SnapshotProblem('partition_missing', schemeOf(ecosystem).base);
  return [name];
}

export async function partsOfPackages(
  snapshot: OpenSnapshot,
  questions: readonly EcosystemPackage[],
): Promise<ReadonlyMap<string, HeldPart>> {
  const places: (ShardPlace | null)[] = [];
  for (const question of questions) places.push(await placeOfPackage(snapshot, question));
  return partsOf(places);
}

/** Each question may have to download files. */
const AT_ONCE = 8;

/** Finds the shards that nixpkgs packages need by judging them. */
export async function partsOfNamed(
  snapshot: OpenSnapshot,
  questions: readonly MatchQuestion[],
): Promise<ReadonlyMap<string, HeldPart>> {
  return visitedParts(questions, (question, visit) => snapshot.judgeNamed(question, visit));
}

/** Finds the shards that identify store paths. */
export async function partsOfPaths(
  snapshot: OpenSnapshot,
  components: readonly Component[],
): Promise<ReadonlyMap<string, HeldPart>> {
  return visitedParts(components, (component, visit) => resolveStorePath(snapshot, component, visit));
}

async function visitedParts<T>(
  items: readonly T[],
  read: (item: T, visit: Visit) => Promise<unknown>,
): Promise<ReadonlyMap<string, HeldPart>> {
  const places: (ShardPlace | null)[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const some = items.slice(from, from + AT_ONCE);
    await Promise.all(some.map((item) => read(item, (_, place) => places.push(place))));
  }
  return partsOf(places);
}

/** Finds the KEV and EPSS shards for these packages' matches. Needs the shards of the packages. */
export async function partsOfRisks(
  snapshot: OpenSnapshot,
  { exact, named }: Questions,
): Promise<ReadonlyMap<string, HeldPart>> {
  const cves = new Set<string>();
  const add = (result: MatchResult | null) => {
    const { shown } = result === null ? { shown: [] } : briefResult(result);
    for (const { id, aliases } of shown) for (const one of [id, ...aliases]) if (one.startsWith('CVE-')) cves.add(one);
  };
  for (const question of exact) add(await snapshot.judge(question));
  for (const question of named) add(await snapshot.judgeNamed(question));
  const places: (ShardPlace | null)[] = [];
  for (const cve of cves) places.push(await snapshot.place(RISK, cve));
  return partsOf(places);
}

export function partsOf(places: readonly (ShardPlace | null)[]): ReadonlyMap<string, HeldPart> {
  const parts = new Map<string, { readonly bits: number; readonly prefixes: Set<number> }>();
  for (const place of places) {
    if (place === null) continue;
    const part = parts.get(place.partition) ?? { bits: place.bits, prefixes: new Set<number>() };
    part.prefixes.add(place.prefix);
    parts.set(place.partition, part);
  }
  return parts;
}
