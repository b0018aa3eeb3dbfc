import { comparableName } from '@almanac/core/ranges';
import { briefResult, purlQuestion } from '@almanac/core/scan';
import { type OpenSnapshot, partitionOf, RISK, type ShardPlace, SnapshotProblem } from '@almanac/core/snapshots';
import { schemeOf } from '@almanac/core/versions';
import { isCve } from '../scan/thresholds.ts';
import type { HeldPart } from './held.ts';

/** What is asked for, beside what is held already. */
export interface WantedParts {
  readonly everything: boolean;
  readonly ecosystems: readonly string[];
  /** Package URLs of the files that are to be scanned. */
  readonly purls: readonly string[];
}

export interface PurlOfSnapshot {
  readonly ecosystem: string;
  readonly package: string;
  readonly version: string | null;
}

/** The questions that a snapshot can have an answer to. */
export function questionsOf(purls: readonly string[]): PurlOfSnapshot[] {
  return purls.flatMap((purl) => {
    const { question } = purlQuestion(purl);
    return question?.ecosystem == null ? [] : [{ ...question, ecosystem: question.ecosystem }];
  });
}

/** Where a package is filed; null: the snapshot has no partition of its ecosystem. */
export function placeOfPackage(snapshot: OpenSnapshot, asked: PurlOfSnapshot): Promise<ShardPlace | null> {
  return snapshot.place(partitionOf(asked.ecosystem), comparableName(asked.ecosystem, asked.package));
}

/** The partitions that are wanted as a whole. Who has a whole ecosystem may meet every CVE. */
export async function wholePartitions(
  snapshot: OpenSnapshot,
  { everything, ecosystems }: WantedParts,
): Promise<ReadonlyMap<string, HeldPart>> {
  const all = snapshot.manifest.partitions.map(({ name }) => name);
  const named = ecosystems.map((ecosystem) => partitionNamed(all, ecosystem));
  const chosen = everything ? all : named.length === 0 ? [] : [...named, ...all.filter((one) => one === RISK)];
  const parts = new Map<string, HeldPart>();
  for (const name of chosen) {
    const index = await snapshot.index(name);
    if (index !== null) parts.set(name, { bits: index.bits, prefixes: null });
  }
  return parts;
}

/** The one of these partitions that has an ecosystem, in whatever case it is written. */
export function partitionNamed(all: readonly string[], ecosystem: string): string {
  const wanted = partitionOf(ecosystem).toLowerCase();
  const name = all.find((one) => one.toLowerCase() === wanted);
  if (name === undefined) throw new SnapshotProblem('partition_missing', schemeOf(ecosystem).base);
  return name;
}

/** The shards that have these packages. */
export async function partsOfPackages(
  snapshot: OpenSnapshot,
  questions: readonly PurlOfSnapshot[],
): Promise<ReadonlyMap<string, HeldPart>> {
  const places: (ShardPlace | null)[] = [];
  for (const question of questions) places.push(await placeOfPackage(snapshot, question));
  return partsOf(places);
}

/** The shards that say how the matches of these packages are exploited. Needs the shards of the packages. */
export async function partsOfRisks(
  snapshot: OpenSnapshot,
  questions: readonly PurlOfSnapshot[],
): Promise<ReadonlyMap<string, HeldPart>> {
  const cves = new Set<string>();
  for (const question of questions) {
    const { shown } = briefResult(await snapshot.judge(question));
    for (const { id, aliases } of shown) for (const one of [id, ...aliases]) if (isCve(one)) cves.add(one);
  }
  const places: (ShardPlace | null)[] = [];
  for (const cve of cves) places.push(await snapshot.place(RISK, cve));
  return partsOf(places);
}

function partsOf(places: readonly (ShardPlace | null)[]): ReadonlyMap<string, HeldPart> {
  const parts = new Map<string, { readonly bits: number; readonly prefixes: Set<number> }>();
  for (const place of places) {
    if (place === null) continue;
    const part = parts.get(place.partition) ?? { bits: place.bits, prefixes: new Set<number>() };
    part.prefixes.add(place.prefix);
    parts.set(place.partition, part);
  }
  return parts;
}
