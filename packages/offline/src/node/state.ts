import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SnapshotProblem, type TreeHead } from '@almanac/core/snapshots';
import { names } from './files.ts';
import type { Held } from './held.ts';

/** The state of the last pull: all that a scan needs to verify the objects beside it. */
export interface DbState {
  readonly number: number;
  readonly source: string;
  readonly key: string;
  /** Replaced keys, oldest first: one of them may still be pinned. */
  readonly earlierKeys: readonly string[];
  readonly head: TreeHead;
  readonly pulledAt: string;
  readonly held: Held;
  /** Segment lengths by hash. */
  readonly segments: ReadonlyMap<string, number>;
  /** The checkpoint and the log files that prove it. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const FORMAT = 'almanac-db/1';
const NAME = /^(\d{12})\.json$/;

export async function readState(folder: string): Promise<DbState | null> {
  const number = Math.max(0, ...(await numbersIn(folder)));
  if (number === 0) return null;
  const file = fileOf(folder, number);
  const text = await readFile(file, 'utf8');
  try {
    return { number, ...stateIn(text) };
  } catch (cause) {
    throw new SnapshotProblem('state_malformed', file, { cause });
  }
}

/**
 * Commits a state after the one it was made from. Returns false if another pull was faster: repeat from its state. The
 * link appears atomically with all its content, and never replaces one.
 */
export async function commitState(folder: string, state: DbState): Promise<boolean> {
  const draft = path.join(folder, 'state', `${randomUUID()}.part`);
  await mkdir(path.dirname(draft), { recursive: true });
  await writeFile(draft, textOf(state), { flag: 'wx' });
  try {
    await link(draft, fileOf(folder, state.number));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  // The previous state stays for a scan that is reading it.
  for (const number of await numbersIn(folder)) {
    if (number < state.number - 1) await rm(fileOf(folder, number), { force: true });
  }
  return true;
}

async function numbersIn(folder: string): Promise<number[]> {
  const all = await names(path.join(folder, 'state'));
  return all.flatMap((name) => Number(NAME.exec(name)?.[1] ?? 0) || []);
}

function fileOf(folder: string, number: number): string {
  return path.join(folder, 'state', `${String(number).padStart(12, '0')}.json`);
}

interface Written {
  readonly format: string;
  readonly source: string;
  readonly key: string;
  readonly earlierKeys?: readonly string[];
  readonly head: { readonly size: number; readonly root: string };
  readonly pulledAt: string;
  readonly held: readonly (readonly [partition: string, bits: number, prefixes: readonly number[] | null])[];
  /** Earlier versions lack it. */
  readonly segments?: readonly (readonly [sha256: string, bytes: number])[];
  readonly files: readonly (readonly [name: string, base64: string])[];
}

function textOf({ source, key, earlierKeys, head, pulledAt, held, segments, files }: DbState): string {
  const written: Written = {
    format: FORMAT,
    source,
    key,
    ...(earlierKeys.length === 0 ? {} : { earlierKeys }),
    head: { size: head.size, root: Buffer.from(head.root).toString('hex') },
    pulledAt,
    held: [...held].map(([name, { bits, prefixes }]) => [
      name,
      bits,
      prefixes === null ? null : [...prefixes].sort((a, b) => a - b),
    ]),
    ...(segments.size === 0 ? {} : { segments: [...segments] }),
    files: [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  };
  return `${JSON.stringify(written)}\n`;
}

/** Throws if the text is damaged. */
function stateIn(text: string): Omit<DbState, 'number'> {
  const {
    format,
    source,
    key,
    earlierKeys = [],
    head,
    pulledAt,
    held,
    segments = [],
    files,
  } = JSON.parse(text) as Written;
  const root = Buffer.from(head.root, 'hex');
  const isText = [source, key, pulledAt, ...earlierKeys].every((one) => typeof one === 'string');
  if (format !== FORMAT || !isText || !Number.isSafeInteger(head.size) || root.length !== 32) {
    throw new TypeError('not a state');
  }
  return {
    source,
    key,
    earlierKeys,
    head: { size: head.size, root },
    pulledAt,
    held: new Map(
      held.map(([name, bits, prefixes]) => [name, { bits, prefixes: prefixes === null ? null : new Set(prefixes) }]),
    ),
    segments: new Map(segments),
    files: new Map(files.map(([name, base64]) => [name, Buffer.from(base64, 'base64')])),
  };
}
