import { comparableName } from '@almanac/core/ranges';
import { type AskedSnapshot, NotAtHand, purlQuestion } from '@almanac/core/scan';
import { type OpenSnapshot, partitionOf, type ShardPlace } from '@almanac/core/snapshots';

export interface EcosystemPackage {
  readonly ecosystem: string;
  readonly package: string;
  readonly version: string | null;
}

/** Null: the snapshot has no partition for its ecosystem. */
export function placeOfPackage(snapshot: OpenSnapshot, asked: EcosystemPackage): Promise<ShardPlace | null> {
  return snapshot.place(partitionOf(asked.ecosystem), comparableName(asked.ecosystem, asked.package));
}

/** Sorts package URLs by shard, so that each shard is read once; those without a shard come last. */
export async function sortByPlace(
  { snapshot, visit }: AskedSnapshot,
  purls: readonly string[],
): Promise<readonly string[]> {
  const placed: { readonly purl: string; readonly key: string }[] = [];
  for (const purl of purls) {
    const { question } = purlQuestion(purl);
    const ecosystem = question?.ecosystem ?? null;
    const place =
      question === null || ecosystem === null || !isReadable(visit, partitionOf(ecosystem))
        ? null
        : await placeOfPackage(snapshot, { ...question, ecosystem });
    placed.push({ purl, key: place === null ? '~' : `${place.partition} ${String(place.prefix).padStart(6, '0')}` });
  }
  return placed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ purl }) => purl);
}

function isReadable(visit: AskedSnapshot['visit'], partition: string): boolean {
  try {
    visit(partition, null);
    return true;
  } catch (error) {
    if (error instanceof NotAtHand) return false;
    throw error;
  }
}
