import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { advisoryIdAt, advisoryModified } from './advisory.ts';
import type { WorldFiles } from './archives.ts';
import { rewrittenAdvisory } from './changes.ts';
import { type Ecosystem, homeOf } from './ecosystems.ts';
import { type Moments, rankOf } from './moments.ts';

/** `modified_id.csv` of an ecosystem, or of the whole bucket. */
export function listFile({ folder, ecosystems }: WorldFiles, ecosystem: Ecosystem | null): string {
  return path.join(folder, `list-${ecosystem === null ? 'all' : ecosystems.indexOf(ecosystem)}.csv`);
}

const FLUSH_ROWS = 20_000;

/** Newest first. */
export async function writeLists(files: WorldFiles, moments: Moments): Promise<void> {
  const { size, ecosystems } = files;
  const waiting = new Map<Ecosystem | null, string[]>([null, ...ecosystems].map((list) => [list, []]));
  for (const list of waiting.keys()) await writeFile(listFile(files, list), '');
  let rows = 0;
  for (const index of newestFirst(files, moments)) {
    const home = homeOf(ecosystems, index);
    const modified = new Date(advisoryModified(size, index, moments)).toISOString();
    const id = advisoryIdAt(home, index);
    waiting.get(null)?.push(`${modified},${home.name}/${id}\n`);
    waiting.get(home)?.push(`${modified},${id}\n`);
    rows += 1;
    if (rows % FLUSH_ROWS === 0) await flush();
  }
  await flush();

  async function flush(): Promise<void> {
    for (const [list, lines] of waiting) {
      if (lines.length > 0) await appendFile(listFile(files, list), lines.splice(0).join(''));
    }
  }
}

/** Rewritten records first, then by rank. */
function* newestFirst({ size }: WorldFiles, moments: Moments): Generator<number> {
  const count = size.advisories + (moments.day === null ? 0 : size.day.newAdvisories);
  const rewritten: { index: number; at: number }[] = [];
  const byRank = new Uint32Array(size.advisories);
  for (let index = 0; index < count; index += 1) {
    const change = rewrittenAdvisory(size, index, moments);
    if (change !== null) rewritten.push({ index, at: change.at });
    if (index < size.advisories) byRank[rankOf(index, size.advisories)] = index;
  }
  for (const { index } of rewritten.toSorted((a, b) => b.at - a.at)) yield index;
  for (const index of byRank) if (rewrittenAdvisory(size, index, moments) === null) yield index;
}
