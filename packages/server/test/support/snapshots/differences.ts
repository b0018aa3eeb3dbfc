import { readIndex } from '@almanac/core/snapshots';
import { readObject } from '../../../src/ingest/snapshots/objects.ts';
import type { Published } from '../../../src/ingest/snapshots/publish.ts';
import type { SnapshotTarget } from '../../../src/ingest/snapshots/target.ts';
import { sha256 } from '../../../src/store/packing.ts';

interface PublishedTo {
  readonly target: SnapshotTarget;
  readonly published: Published;
}

/** In what two snapshots differ: partitions, and members of shards with what each has of them. At most so many. */
export async function differencesOf(one: PublishedTo, other: PublishedTo, most = 5): Promise<readonly string[]> {
  const names = ({ published }: PublishedTo) => published.manifest.partitions.map(({ name }) => name);
  const found =
    names(one).join() === names(other).join() ? [] : [`partitions ${names(one).join()} and ${names(other).join()}`];
  for (const { name, index } of one.published.manifest.partitions) {
    const same = other.published.manifest.partitions.find((each) => each.name === name);
    if (same === undefined || same.index.sha256 === index.sha256) continue;
    const [own, others] = await Promise.all([one, other].map((each) => shardsOf(each, name)));
    if (own?.length !== others?.length) found.push(`${name} has ${own?.length} and ${others?.length} shards`);
    for (const [prefix, text] of (own ?? []).entries()) {
      const [mine, theirs] = [text, others?.[prefix] ?? '{}'].map(
        (each) => JSON.parse(each) as Record<string, unknown>,
      );
      for (const member of Object.keys(mine ?? {})) {
        const [a, b] = [mine?.[member], theirs?.[member]].map((each) => JSON.stringify(each));
        if (a !== b) found.push(`${name} ${prefix} ${member}: ${a} and ${b}`);
      }
      if (found.length >= most) return found;
    }
  }
  return found;
}

async function shardsOf({ target, published }: PublishedTo, name: string): Promise<readonly string[]> {
  const partition = published.manifest.partitions.find((one) => one.name === name);
  if (partition === undefined) return [];
  const { shards } = readIndex(sha256, await readObject(target, partition.index), partition);
  const texts: string[] = [];
  for (const shard of shards) texts.push(await readObject(target, shard));
  return texts;
}
